#include "app/files/files.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "tests/temporary_folder.h"

using namespace shardscope;

namespace {

std::string message_of(const Outcome<std::string>& outcome) {
  return succeeded(outcome) ? std::string() : problems_of(outcome).front().message;
}

}  // namespace

TEST_CASE("what was written is read back whole") {
  const tests::TemporaryFolder folder;
  const std::string file = (folder.root() / "a.json").string();
  const std::string text = std::string(200'000, 'x') + '\0' + "end";
  CHECK(write_text_file(file, text).empty());
  const Outcome<std::string> read = read_text_file(file, 1 << 20);
  REQUIRE(succeeded(read));
  CHECK(value_of(read) == text);
}

TEST_CASE("a file that can't be read says why in words") {
  const tests::TemporaryFolder folder;
  CHECK(message_of(read_text_file((folder.root() / "missing.json").string(), 100)) == "there is no such file");
  CHECK(message_of(read_text_file(folder.root().string(), 100)) == "this is a folder; give a file in it");
}

TEST_CASE("a file above the limit is refused unread, one without a size after the limit") {
  const tests::TemporaryFolder folder;
  const std::string file = (folder.root() / "huge.json").string();
  CHECK(write_text_file(file, "{}").empty());
  std::filesystem::resize_file(file, std::uintmax_t{2} << 30);  // sparse: takes no room
  CHECK(message_of(read_text_file(file, 16 << 20)) == "the file is larger than 16 MiB");
  CHECK(message_of(read_text_file("/dev/zero", 1 << 20)) == "the file is larger than 1 MiB");
}

TEST_CASE("a write that fails leaves the old file and says why") {
  CHECK_FALSE(write_text_file("/nonexistent/folder/a.json", "text").empty());
}
