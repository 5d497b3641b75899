#include "app/lessons/lesson_keys.h"

#include "tests/app/lessons/lesson_driver.h"

using namespace shardscope;
using shardscope::tests::LessonDriver;

TEST_CASE("a step asks for an answer first, then for its goal, then to go on") {
  LessonDriver driver("zero");
  CHECK(step_asks(driver.state()) == StepAsks::answer);
  give_answer(driver.state(), driver.view_frame(), driver.answer_of(true));
  CHECK(step_asks(driver.state()) == StepAsks::way_on);
  while (!driver.step().goal) driver.click("lesson.next");
  if (driver.step().question) give_answer(driver.state(), driver.view_frame(), driver.answer_of(true));
  CHECK(step_asks(driver.state()) == StepAsks::goal);
  driver.solve();
  CHECK(step_asks(driver.state()) == StepAsks::way_on);
}

TEST_CASE("no key turns a lesson that isn't open") {
  LessonDriver driver("zero");
  leave_lesson(driver.state());
  turn_lesson(driver.state(), 1);
  CHECK(driver.state().turn_due == 0);
}
