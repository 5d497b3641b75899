#include "app/lessons/lesson_turns.h"

#include <doctest/doctest.h>

#include "tests/app/lessons/lesson_driver.h"

using namespace shardscope;
using shardscope::tests::LessonDriver;

TEST_CASE("a lesson begins on its own plan with its view large, and undo takes it back") {
  LessonDriver driver("zero");
  CHECK(driver.state().open == "zero");
  CHECK(driver.plan().zero == 0);
  CHECK(driver.plan().micro_batch == 1);
  CHECK(driver.explorer.grown == "memory");
  driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(driver.plan().zero == 3);
}

TEST_CASE("an answer does to the plan what the question says, and is kept with what is") {
  LessonDriver driver("zero");
  driver.answer("50G");
  CHECK(driver.plan().zero == 1);
  const StepRecord& record = record_of_step(driver.state());
  REQUIRE(record.answer.has_value());
  CHECK(record.answer->said == 50e9);
  CHECK(record.answer->is == doctest::Approx(driver.explorer.session.report.memory.peak.value));
  CHECK_FALSE(driver.shows("lesson.give"));
}

TEST_CASE("a step goes back to the plan that it began with, and a lesson goes on where it was left") {
  LessonDriver driver("zero");
  driver.answer("50G");
  driver.click("lesson.next");
  CHECK(driver.plan().zero == 1);
  driver.click("lesson.previous");
  CHECK(driver.plan().zero == 0);
  driver.click("lesson.next");
  driver.click("lesson.close");
  CHECK_FALSE(driver.shows("lesson"));
  driver.begin("zero");
  CHECK(driver.state().progress.lessons.at("zero").step == 1);
  driver.set_value("plan.micro_batch", "4");
  driver.click("lesson.again");
  CHECK(driver.plan().micro_batch == 1);
}
