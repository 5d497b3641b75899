#include "app/lessons/lesson_flow.h"

#include <doctest/doctest.h>

#include "tests/app/lessons/lesson_driver.h"

using namespace shardscope;
using shardscope::tests::LessonDriver;

TEST_CASE("a goal's marks stand below each other inside the panel") {
  LessonDriver driver("zero");
  while (!driver.step().goal) driver.click("lesson.next");
  const Rect panel = driver.place("lesson"), first = driver.place("lesson.check.0"),
             second = driver.place("lesson.check.1");
  CHECK(first.max.y <= second.min.y);
  CHECK(first.min.x >= panel.min.x);
  CHECK(first.max.x <= panel.max.x);
}
