#include "app/files/files.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <iterator>
#include <ostream>

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
  CHECK(write_text_file("/nonexistent/folder/a.json", "text").ends_with("No such file or directory"));
  CHECK(write_text_file("/dev/full", "text").ends_with("No space left on device"));
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("a.json", "old");
  CHECK_FALSE(write_text_file(file, [](std::ostream& stream) { stream.setstate(std::ios::failbit); }).empty());
  CHECK(value_of(read_text_file(file, 100)) == "old");
  const auto left = std::filesystem::directory_iterator(folder.root());
  CHECK(std::distance(begin(left), end(left)) == 1);
}

TEST_CASE("a link stays one, and a file keeps its permissions") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("a.json", "old"), link = folder.path("link.json");
  std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::filesystem::create_symlink(file, link);
  CHECK(write_text_file(link, "new").empty());
  CHECK(std::filesystem::is_symlink(link));
  CHECK(value_of(read_text_file(file, 100)) == "new");
  CHECK((std::filesystem::status(file).permissions() & std::filesystem::perms::group_read) ==
        std::filesystem::perms::none);
}
