#include "app/lessons/lesson_paths.h"

#include "tests/core/lessons/real_lessons.h"

using namespace shardscope;

TEST_CASE("a lesson of one's own stands behind the paths, and each lesson leads to the next on its path") {
  LessonLibrary library = tests::real_lessons();
  CHECK(all_paths(library).size() == library.paths.size());
  Lesson own;
  own.preset = "own", own.title = "My own";
  library.lessons.push_back(own);
  const std::vector<LessonPath> paths = all_paths(library);
  REQUIRE(paths.size() == library.paths.size() + 1);
  CHECK(paths.back().lessons == std::vector<std::string>{"own"});
  const LessonPath& first = library.paths.front();
  CHECK(next_on_path(library, first.lessons[0]) == find_lesson(library, first.lessons[1]));
  CHECK(next_on_path(library, "own") == nullptr);
}
