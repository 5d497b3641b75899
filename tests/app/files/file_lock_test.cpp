#include "app/files/file_lock.h"

#include <doctest/doctest.h>

#include <optional>

#include "tests/temporary_folder.h"

using namespace shardscope;

TEST_CASE("one program at a time has the lock, and the next one gets it once that has ended") {
  const tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.root() / "state" / "open.json";
  std::optional<FileLock> first(std::in_place, file);
  CHECK_FALSE(first->is_anothers());
  CHECK(FileLock(file).is_anothers());
  CHECK_FALSE(FileLock(folder.root() / "other.json").is_anothers());
  CHECK_FALSE(std::filesystem::exists(file));
  first.reset();
  CHECK_FALSE(FileLock(file).is_anothers());
}

TEST_CASE("without a path, or where no file can be made, nobody has the lock") {
  CHECK_FALSE(FileLock({}).is_anothers());
  CHECK_FALSE(FileLock("/proc/no such folder/open.json").is_anothers());
}
