#include "core/shell/filters/sign_sets.h"

#include <doctest/doctest.h>

#include <string>

using namespace shardscope;

namespace {

std::string members(std::string_view brackets, bool glob = false) {
  const auto found = bracketed_at(brackets, 0, glob);
  std::string all;
  for (std::size_t sign = 0; found && sign < 128; ++sign)
    if (found->signs.test(sign)) all += static_cast<char>(sign);
  return found ? all : "none";
}

}  // namespace

TEST_CASE("brackets hold signs, ranges and named classes") {
  CHECK(members("[cab]") == "abc");
  CHECK(members("[a-c9]") == "9abc");
  CHECK(members("[[:digit:]_]") == "0123456789_");
  CHECK(members("[]a]") == "]a");
  CHECK(members("[a-]") == "-a");
  CHECK(members("[\\n]") == "\\n");
  CHECK(members("[\\]a]", true) == "]a");
  CHECK(members("[!a]", false) == "!a");
  CHECK(members("[!a]", true).find('a') == std::string::npos);
  for (const char* open : {"[a", "[]", "[[:none:]]", "[[=a=]]", "["}) CHECK(members(open) == "none");
  CHECK(bracketed_at("x[a]y", 1, false)->end == 4);
}

TEST_CASE("POSIX's named classes are those of ASCII") {
  CHECK(signs_called("alpha")->count() == 52);
  CHECK(signs_called("space")->count() == 6);
  CHECK(signs_called("punct")->count() == 32);
  CHECK(signs_called("print")->count() == 95);
  CHECK(signs_called("cntrl")->count() == 33);
  CHECK(signs_called("xdigit")->count() == 22);
  CHECK_FALSE(signs_called("word"));
}
