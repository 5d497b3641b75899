#include <doctest/doctest.h>

#include "tests/app/lessons/lesson_driver.h"
#include "tests/gui/drawn_words.h"

using namespace shardscope;
using shardscope::tests::LessonDriver;

TEST_CASE("the controls of a lesson are in sight as it begins, rarer fields among them") {
  for (const char* lesson : {"overlap", "two-sites", "failures", "precision", "zero"}) {
    CAPTURE(lesson);
    LessonDriver driver(lesson, {1280, 800, 1});
    driver.frames(3);
    const std::string& first = open_lesson(driver.state())->controls.front();
    CAPTURE(first);
    REQUIRE(driver.shows(first));
    const Rect place = driver.place(first);
    CHECK(place.min.y > 44);
    CHECK(place.max.y < 680);
  }
}

TEST_CASE("while a lesson asks, neither the notes nor the hint line say what doesn't fit") {
  LessonDriver driver("what-fills-a-gpu", {1280, 800, 1});
  driver.frames(3);
  const auto says = [](const char* words) {
    const std::vector<DrawnRun> runs = tests::drawn_runs();
    return std::any_of(runs.begin(), runs.end(),
                       [&](const DrawnRun& run) { return run.words.find(words) != std::string::npos; });
  };
  CHECK_FALSE(says("not fit"));
  driver.state().said = 13.5e9;
  driver.frames(1);
  driver.click("lesson.give");
  driver.frames(3);
  CHECK(driver.shows("verdict.memory"));
  CHECK((says("not fit") || says("doesn't fit")));
}
