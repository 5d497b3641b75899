#include "app/session/kept/kept_place.h"

#include <doctest/doctest.h>

#include <optional>

#include "tests/temporary_folder.h"

using namespace shardscope;

TEST_CASE("each running program has a file of its own, and the next one finds what one left that is gone") {
  const tests::TemporaryFolder folder;
  const std::filesystem::path first = folder.root() / "state" / "open.json", second = folder.path("state/open-2.json");
  std::optional<KeptPlace> one(take_kept_place(first));
  CHECK(one->file == first);
  CHECK(one->is_first);
  std::optional<KeptPlace> two(take_kept_place(first));
  CHECK(two->file == second);
  CHECK_FALSE(two->is_first);
  (void)folder.write("state/open-2.json", "{}");
  two.reset();                                   // as if it were killed
  CHECK(take_kept_place(first).file == second);  // the first still runs
  one.reset();
  KeptPlace next = take_kept_place(first);
  CHECK(next.file == first);
  REQUIRE(next.left.size() == 1);
  CHECK(next.left.front() == second);
  CHECK(take_kept_place(first).file == folder.path("state/open-3.json"));  // what was left is taken, too
  forget_left(next);
  CHECK_FALSE(std::filesystem::exists(second));
}

TEST_CASE("a newer version's file is left alone") {
  const tests::TemporaryFolder folder;
  const std::filesystem::path first = folder.write("open.json", R"({"version": 7, "documents": []})");
  CHECK(take_kept_place(first).file == folder.path("open-2.json"));
}

TEST_CASE("a folder that can't be written is a place all the same, and without a home there is none") {
  CHECK(take_kept_place("/proc/no such folder/open.json").file == "/proc/no such folder/open.json");
  CHECK(take_kept_place({}).file.empty());
}

TEST_CASE("halves of files of programs that are gone are removed, others stay") {
  const tests::TemporaryFolder folder;
  constexpr const char* gone = "open.json.2147483646.new";  // above every process's number
  for (const char* name : {gone, "open.json.1.new", "mine.new", "open.json.x.new"}) (void)folder.write(name, "{");
  (void)take_kept_place(folder.path("open.json"));
  CHECK_FALSE(std::filesystem::exists(folder.path(gone)));
  for (const char* name : {"open.json.1.new", "mine.new", "open.json.x.new"})
    CHECK(std::filesystem::exists(folder.path(name)));
}
