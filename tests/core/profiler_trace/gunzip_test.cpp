#include "core/profiler_trace/gunzip.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <iterator>
#include <sstream>
#include <string>

#include "tests/core/profiler_trace/gzip_text.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

struct Unpacked {
  std::string text;
  bool broken = false;
};

Unpacked unpacked(const std::string& packed) {
  std::istringstream in(packed);
  GunzipBuffer buffer(in);
  std::istream from(&buffer);
  std::string text{std::istreambuf_iterator<char>(from), std::istreambuf_iterator<char>()};
  return {std::move(text), buffer.broken()};
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7919 % 100'003) + " ";
  return text;
}

}  // namespace

TEST_CASE("a gzip file is read as what is in it, whatever its length, and several behind each other as one") {
  const std::string text = long_text();
  const Unpacked one = unpacked(gzip_text(text));
  CHECK(one.text == text);
  CHECK_FALSE(one.broken);
  const Unpacked two = unpacked(gzip_text(text) + gzip_text("and more"));
  CHECK(two.text == text + "and more");
  CHECK_FALSE(two.broken);
}

TEST_CASE("a gzip file that is cut or damaged gives what came before, and says so") {
  const std::string text = long_text(), packed = gzip_text(text);
  const Unpacked cut = unpacked(packed.substr(0, packed.size() / 2));
  CHECK(cut.broken);
  CHECK(cut.text.size() > text.size() / 4);
  CHECK(text.starts_with(cut.text));
  std::string damaged = packed;
  damaged[damaged.size() / 2] = static_cast<char>(~damaged[damaged.size() / 2]);
  damaged[damaged.size() / 2 + 1] = static_cast<char>(~damaged[damaged.size() / 2 + 1]);
  CHECK(unpacked(damaged).broken);
  CHECK(unpacked("").text.empty());
  CHECK(unpacked("no gzip at all").broken);
}

TEST_CASE("the beginning of a file is read unpacked where it is packed, and as it is where it isn't") {
  std::istringstream packed(gzip_text("{\"traceEvents\": []}")), plain("{\"traceEvents\": []}");
  CHECK(unpacked_beginning(packed, 9) == "{\"traceEv");
  CHECK(unpacked_beginning(plain, 9) == "{\"traceEv");
}
