#include "app/timeline/timeline_expected.h"

#include <doctest/doctest.h>

#include "app/panels/verdict.h"
#include "core/inspect/bubble.h"
#include "tests/app/lessons/lesson_driver.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/has_color.h"

using namespace shardscope;
using shardscope::tests::LessonDriver;

namespace {

bool says(const char* words) {
  for (const DrawnRun& run : tests::drawn_runs())
    if (run.words.find(words) != std::string::npos) return true;
  return false;
}

void answer(LessonDriver& driver, double said) {
  driver.state().said = said;
  driver.frames(1);
  driver.click("lesson.give");
  driver.frames(2);
}

}  // namespace

TEST_CASE("what the learner said of the bubble is told apart from what is beyond it, on the chart and swept together") {
  LessonDriver driver("bubble");
  CHECK_FALSE(driver.explorer.places.find("timeline.swept").has_value());
  CHECK_FALSE(says("Waiting, as you expected"));
  answer(driver, 0.12);
  REQUIRE(driver.explorer.places.find("timeline.swept").has_value());
  CHECK(says("Waiting, as you expected"));
  CHECK(says("12.0 %"));
  CHECK(says("beyond that"));
  CHECK(says("you said 12.0 %"));
  TimelineState& state = driver.explorer.of<TimelineState>();
  const std::optional<ExpectedBubble> bubble = expected_bubble(state, driver.view_frame());
  REQUIRE(bubble);
  CHECK(bubble->is == *bubble_share_of(driver.explorer.session.report));
  CHECK(bubble->until > Seconds{});
  CHECK(bubble->until < driver.explorer.session.report.timeline->makespan);
  driver.click("lesson.next");
  driver.frames(2);
  CHECK_FALSE(says("Waiting, as you expected"));
}

TEST_CASE("more than there is was expected: nothing lies beyond it") {
  LessonDriver driver("bubble");
  answer(driver, 0.5);
  CHECK(says("you said 50.0 %"));
  CHECK_FALSE(says("beyond that"));
  const std::optional<ExpectedBubble> bubble =
      expected_bubble(driver.explorer.of<TimelineState>(), driver.view_frame());
  REQUIRE(bubble);
  CHECK(bubble->until == driver.explorer.session.report.timeline->makespan);
}

TEST_CASE("a goal for the bubble is marked on the swept bar, and the verdict's cell says how it stands") {
  LessonDriver driver("bubble");
  while (!driver.step().goal) driver.click("lesson.next");
  driver.frames(2);
  TimelineState& state = driver.explorer.of<TimelineState>();
  const std::optional<ExpectedBubble> bubble = expected_bubble(state, driver.view_frame());
  REQUIRE(bubble);
  CHECK_FALSE(bubble->said);
  REQUIRE(bubble->goal);
  CHECK(bubble->is > *bubble->goal);
  REQUIRE(driver.explorer.places.find("timeline.swept").has_value());
  CHECK(says("goal: no more waiting than this"));
  CHECK(says("goal: at most"));
  CHECK_FALSE(says("Waiting, as you expected"));
  const LessonMark* mark = driver.view_frame().marks.goal_of("pipeline.bubble_share_of_step");
  REQUIRE(mark != nullptr);
  CHECK(mark->reached == false);
  driver.solve();
  const LessonMarks marks = driver.view_frame().marks;
  REQUIRE(marks.goal_of("pipeline.bubble_share_of_step") != nullptr);
  CHECK(marks.goal_of("pipeline.bubble_share_of_step")->reached == true);
}

TEST_CASE("what was said of memory is a line over its bars too") {
  LessonDriver driver("launch-script");
  while (driver.step().title != "Does it fit?") driver.click("lesson.next");
  const auto times = [] {
    std::size_t count = 0;
    for (const DrawnRun& run : tests::drawn_runs()) count += run.words == "you said 40.0 GB" ? 1 : 0;
    return count;
  };
  CHECK(times() == 0);
  answer(driver, 40e9);
  CHECK(times() == 3);  // on the answer's axis, in the verdict, over the bars
}

TEST_CASE("the swept bar leaves low cards to the chart") {
  const Theme theme = dark_theme();
  CHECK(swept_height(theme, 120, true) == 0);
  CHECK(swept_height(theme, 600, false) > 40);
  CHECK(swept_height(theme, 600, true) > swept_height(theme, 600, false));
}
