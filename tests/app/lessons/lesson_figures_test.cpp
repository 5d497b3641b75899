#include "app/lessons/lesson_figures.h"

#include <algorithm>

#include "tests/app/lessons/lesson_driver.h"
#include "tests/gui/drawn_words.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The first figure of the open step's text or question, with its words.
struct Found {
  const LessonFigure* figure = nullptr;
  std::string words;
};
Found first_figure(LessonDriver& driver) {
  const Names values = figures_before_answer(driver.state(), driver.view_frame());
  const SpokenText spoken = spoken_text(driver.step().text, values);
  if (spoken.figures.empty()) return {};
  const SpokenFigure& first = spoken.figures.front();
  return {first.figure, spoken.words.substr(first.begin, first.end - first.begin)};
}

}  // namespace

TEST_CASE("a click on a number in a lesson's words opens its derivation") {
  LessonDriver driver("zero");
  while (first_figure(driver).figure == nullptr) driver.click("lesson.next");
  const std::string number = first_figure(driver).words;
  const Rect panel = driver.place("lesson");
  for (const DrawnRun& run : drawn_runs()) {
    const std::size_t at = run.words.find(number + " GPUs");
    if (at == std::string::npos || !panel.contains(run.rect.center())) continue;
    const float share =
        (static_cast<float>(at) + static_cast<float>(number.size()) / 2) / static_cast<float>(run.words.size());
    driver.rest_at({run.rect.min.x + run.rect.width() * share, run.rect.center().y});
    CHECK(ImGui::GetMouseCursor() == ImGuiMouseCursor_Hand);
    driver.click({run.rect.min.x + run.rect.width() * share, run.rect.center().y});
    break;
  }
  CHECK(driver.shows("derivation"));
}

TEST_CASE("a figure that is more than a name says its arithmetic and leads to what it is made from") {
  LessonDriver driver("zero");
  const Report& now = driver.explorer.session.report;
  const Expression sum = value_of(parse_expression("memory.peak_bytes / start.memory.peak_bytes"));
  const Explanation said = explain_lesson_figure(driver.view_frame(), {sum, Unit::none, false}, "2.0", {{}, now, now});
  CHECK(said.value == "2.0");
  CHECK(said.lines.front() == "= memory.peak_bytes / start.memory.peak_bytes");
  CHECK(said.made_from == std::vector<std::string>{"memory.peak_bytes"});
}

TEST_CASE("a number that the lesson has of its own says what sets or wants it") {
  LessonDriver driver("experts");
  const Names values = figures_before_answer(driver.state(), driver.view_frame());
  const Report& now = driver.explorer.session.report;
  LessonStep step;
  step.settings = std::vector<Setting>{"plan.ep=8"};
  step.goal = LessonGoal{{}, {}, {}, {"plan.ep=4"}, {}};
  GoalCheck check{"Memory", {value_of(parse_expression("memory.peak_bytes")), Unit::bytes, false}, {}, {}, {}};
  check.most = value_of(parse_expression("60e9"));
  step.goal->checks.push_back(check);
  const FiguresOf of{values, now, now, &step};
  const Explanation eight = explain_own_number("8", of);
  CHECK(eight.value == "8");
  CHECK(eight.lines.front() == "the step sets it: plan.ep=8");
  CHECK(eight.made_from == std::vector<std::string>{"plan.ep"});
  CHECK(explain_own_number("4", of).lines.front() == "the way to the goal sets it: plan.ep=4");
  CHECK(explain_own_number("60", of).made_from == std::vector<std::string>{"memory.peak_bytes"});
  CHECK(explain_own_number("7", of).made_from.empty());
}
