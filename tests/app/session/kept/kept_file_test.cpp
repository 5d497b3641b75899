#include "app/session/kept/kept_file.h"

#include <doctest/doctest.h>

#include "app/files/files.h"
#include "tests/temporary_folder.h"

using namespace shardscope;

TEST_CASE("a kept file has the last text, and is written where that changed") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path("state/open.json");
  KeptFile file(path);
  CHECK(file.keep("one").empty());
  CHECK(value_of(read_text_file(path, 100)) == "one");
  std::filesystem::remove(path);
  CHECK(file.keep("one").empty());
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(file.keep("two").empty());
  CHECK(value_of(read_text_file(path, 100)) == "two");
  CHECK(KeptFile({}).keep("nowhere").empty());
}

TEST_CASE("what can't be kept is said once, and again once it could in between") {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.path("open.json");
  const auto fill = [&] { std::filesystem::create_symlink("/dev/full", path); };
  fill();
  KeptFile file(path);
  CHECK(file.keep("one").ends_with("No space left on device"));
  CHECK_FALSE(file.stands());
  CHECK(file.keep("two").empty());
  CHECK(file.keep("two").empty());
  std::filesystem::remove(path);
  CHECK(file.keep("two").empty());
  CHECK(file.stands());
  CHECK(value_of(read_text_file(path.string(), 100)) == "two");
  std::filesystem::remove(path);
  fill();
  CHECK_FALSE(file.keep("three").empty());
}
