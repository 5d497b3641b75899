#include "app/files/file_lock.h"

#include <doctest/doctest.h>

#include <optional>

#include "tests/temporary_folder.h"

using namespace shardscope;

TEST_CASE("one program at a time has the lock, and the next one gets it once that has ended") {
  const tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.root() / "state" / "open.json";
  std::optional<FileLock> first(std::in_place, file);
  CHECK(first->held());
  CHECK_FALSE(FileLock(file).held());
  CHECK(FileLock(file).is_anothers());
  CHECK(FileLock(folder.root() / "other.json").held());
  CHECK_FALSE(std::filesystem::exists(file));
  first.reset();
  CHECK(FileLock(file).held());
}

TEST_CASE("without a path, or where no file can be made, there is no lock") {
  CHECK_FALSE(FileLock({}).held());
  CHECK_FALSE(FileLock("/proc/no such folder/open.json").held());
  CHECK_FALSE(FileLock("/proc/no such folder/open.json").is_anothers());
}
