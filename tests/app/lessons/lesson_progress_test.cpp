#include "app/lessons/lesson_progress.h"

#include <doctest/doctest.h>

#include "tests/temporary_folder.h"

using namespace shardscope;
using shardscope::tests::TemporaryFolder;

namespace {

LessonProgress some_progress() {
  LessonProgress progress;
  progress.lessons["bubble"] = {2, {{GivenAnswer{0.12, 0.306, false}, 0, false}, {{}, 2, true}, {}}};
  progress.lessons["zero"] = {0, {}};
  return progress;
}

}  // namespace

TEST_CASE("progress comes back as it was kept") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.write("lessons.json", write_progress(some_progress()));
  CHECK(load_progress(file) == some_progress());
  CHECK(load_progress({}) == LessonProgress{});
  CHECK(load_progress(folder.root() / "none.json") == LessonProgress{});
}

TEST_CASE("what is damaged is as if it had never been played") {
  for (const char* text : {"", "[]", "{", R"({"lessons": 3})", R"({"lessons": {"zero": 4}})"})
    CHECK(read_progress(text) == LessonProgress{});
  const LessonProgress odd =
      read_progress(R"({"lessons": {"zero": {"step": -1, "steps": [3, {"answer": {"said": 2}}]}}})");
  REQUIRE(odd.lessons.contains("zero"));
  CHECK(odd.lessons.at("zero").step == 0);
  CHECK(odd.lessons.at("zero").steps.size() == 2);
}

TEST_CASE("a score counts the predictions that were given") {
  const LessonScore score =
      score_of({2, {{GivenAnswer{1, 1, true}, 0, false}, {GivenAnswer{1, 3, false}, 0, false}, {}}});
  CHECK(score.given == 2);
  CHECK(score.close == 1);
}

TEST_CASE("two windows that play lessons keep each other's") {
  const LessonProgress begun = some_progress();
  LessonProgress here = begun, there = begun;
  here.lessons["cost"] = {3, {}};
  there.lessons["zero"] = {5, {}};
  const LessonProgress kept = merged_progress(there, begun, here);
  CHECK(kept.lessons.at("cost").step == 3);
  CHECK(kept.lessons.at("zero").step == 5);
  CHECK(merged_progress(begun, begun, begun) == begun);
}
