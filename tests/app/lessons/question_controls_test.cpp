#include "app/lessons/question_controls.h"

#include <doctest/doctest.h>

#include "tests/app/lessons/lesson_driver.h"
#include "tests/gui/drawn_words.h"

using namespace shardscope;
using shardscope::tests::LessonDriver;

TEST_CASE("a number can't be given before it is chosen; keys and mouse choose it") {
  LessonDriver driver("what-fills-a-gpu");
  driver.click("lesson.give");
  CHECK_FALSE(record_of_step(driver.state()).answer.has_value());
  const Rect track = driver.place("lesson.answer");
  driver.drag({track.min.x + 1, track.center().y}, {track.center().x, track.center().y});
  REQUIRE(driver.state().said.has_value());
  CHECK(*driver.state().said == doctest::Approx(30e9).epsilon(0.05));
  driver.click("lesson.give");
  CHECK(record_of_step(driver.state()).answer->is == doctest::Approx(13.48e9).epsilon(0.01));
}

TEST_CASE("a percentage is typed as people say it") {
  LessonDriver driver("bubble");
  driver.answer("12");
  CHECK(record_of_step(driver.state()).answer->said == doctest::Approx(0.12));
}

TEST_CASE("a number without a unit is in the one that is shown, and any unit can be said") {
  for (const auto& [typed, bytes] : {std::pair{"50", 50e9}, {"50 GB", 50e9}, {"500 MB", 5e8}}) {
    LessonDriver driver("what-fills-a-gpu");
    CAPTURE(typed);
    driver.answer(typed);
    CHECK(record_of_step(driver.state()).answer->said == doctest::Approx(bytes));
  }
}

TEST_CASE("a point is placed by a click in its chart") {
  LessonDriver driver("tensor-parallelism");
  while (!driver.step().question || driver.step().question->kind != QuestionKind::point) driver.click("lesson.next");
  const Rect chart = driver.place("lesson.chart");
  driver.click({chart.center().x, chart.min.y + chart.height() / 4});
  REQUIRE(driver.state().said.has_value());
  CHECK(*driver.state().said == doctest::Approx(0.75 * driver.step().question->to).epsilon(0.02));
  driver.click("lesson.give");
  CHECK(record_of_step(driver.state()).answer.has_value());
  CHECK(driver.plan().tp == 32);
}

TEST_CASE("what an answer came to is what was, once the plan is another") {
  LessonDriver driver("bubble");
  const auto says = [](const char* part) {
    const std::vector<DrawnRun> runs = tests::drawn_runs();
    return std::any_of(runs.begin(), runs.end(),
                       [&](const DrawnRun& run) { return run.words.find(part) != std::string::npos; });
  };
  driver.answer("12");
  CHECK(says("it is "));
  driver.set_value("plan.global_batch", "4160");
  driver.frames(3);
  CHECK_FALSE(says("it is "));
  CHECK(says("it was "));
}
