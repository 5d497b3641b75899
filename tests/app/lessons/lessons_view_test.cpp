#include <doctest/doctest.h>

#include "tests/app/lessons/lesson_driver.h"

using namespace shardscope;
using shardscope::tests::LessonDriver;
using shardscope::tests::WindowDriver;

TEST_CASE("the list has every lesson, and its tab leads there") {
  WindowDriver driver;
  driver.click("tab.lessons");
  CHECK(driver.explorer.grown == "lessons");
  std::size_t rows = 0;
  for (const LessonPath& path : tests::real_lessons().paths)
    for (std::size_t i = 0; i < path.lessons.size(); ++i)
      rows += driver.shows("lessons." + path.title + "." + std::to_string(i));
  CHECK(rows == tests::real_lessons().lessons.size());
}

TEST_CASE("a lesson that is on no path stands among a person's own") {
  WindowDriver driver;
  Lesson own = tests::real_lessons().lessons.front();
  own.preset = "mine";
  driver.explorer.of<LessonsState>().library.lessons.push_back(own);
  driver.click("tab.lessons");
  driver.click("lessons.Your own.0");
  CHECK(driver.explorer.of<LessonsState>().open == "mine");
}

TEST_CASE("without any lesson the list says so") {
  WindowDriver driver;
  driver.explorer.of<LessonsState>().library = {};
  driver.click("tab.lessons");
  CHECK_FALSE(driver.shows("lessons.Memory.0"));
}
