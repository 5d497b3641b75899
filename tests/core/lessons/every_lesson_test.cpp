// Plays every lesson of presets/lessons without a window: what a step asks has one answer, a wrong one is told from it,
// every figure of every text is known, and each goal is open at first and reached by the solution that it states. A
// changed model can't leave a lesson behind that no longer holds.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/evaluate/evaluate.h"
#include "core/fields/whole_parts.h"
#include "core/lessons/play_lesson.h"
#include "core/report_json/report_fields.h"
#include "tests/core/lessons/real_lessons.h"
#include "tests/real_presets.h"

using namespace shardscope;
using shardscope::tests::real_lessons;
using shardscope::tests::real_presets;

namespace {

LaunchedScenario changed(const LaunchedScenario& scenario, const std::vector<Setting>& settings) {
  const auto made = with_settings(scenario, settings, real_presets());
  if (!succeeded(made)) FAIL(line_of(problems_of(made).front(), ""));
  return value_of(made);
}

void check_figures(const LessonText& text, const Report& now, const Report& start) {
  const std::vector<std::string> names = names_of_text(text);
  const Names values = lesson_values(names, now, start);
  for (const TextPiece& piece : text) {
    if (!piece.figure) continue;
    CAPTURE(piece.figure->value.text);
    const Value value = computed_or_none(piece.figure->value, values);
    CHECK_FALSE(value.none());
    if (!piece.figure->in_words) CHECK(number_of(piece.figure->value, values).has_value());
  }
}

void play_number(const Question& question, const Names& values) {
  const std::optional<double> is = number_of(question.answer.value, values);
  REQUIRE(is.has_value());
  CAPTURE(*is);
  CHECK(*is >= question.from);
  CHECK(*is <= question.to);
  CHECK(is_close(question, *is, *is));
  CHECK_FALSE((is_close(question, question.from, *is) && is_close(question, question.to, *is)));
}

void play_point(const Question& question, const LaunchedScenario& scenario) {
  const auto curve = answer_curve(question, scenario, real_presets());
  for (const std::optional<double>& each : curve) {
    REQUIRE(each.has_value());
    CHECK(*each >= question.from);
    CHECK(*each <= question.to);
  }
}

/// The report that the learner sees once it is answered.
Report play_question(const LessonStep& step, const LaunchedScenario& scenario, const Report& start) {
  const Question& question = *step.question;
  const LaunchedScenario after = changed(scenario, question.then);
  const Report now = evaluate(after.scenario);
  REQUIRE(now.valid);
  const std::vector<std::string> names = names_of_step(step);
  const Names values = lesson_values(names, now, start);
  check_figures(question.words, start, start);
  for (const AnswerChoice& choice : question.choices) check_figures(choice.words, start, start);
  if (question.kind == QuestionKind::choice) CHECK(right_choice(question, values).has_value());
  if (question.kind == QuestionKind::number) play_number(question, values);
  if (question.kind == QuestionKind::point) play_point(question, scenario);
  check_figures(step.reveal, now, start);
  return now;
}

void play_goal(const LessonGoal& goal, const LaunchedScenario& scenario, const Report& start) {
  check_figures(goal.words, start, start);
  for (const LessonText& hint : goal.hints) check_figures(hint, start, start);
  for (const CheckState& state : check_goal(goal, start, start))
    CHECK((state.value.has_value() == state.limit.has_value()));
  CHECK_FALSE(is_reached(check_goal(goal, start, start)));
  const Report solved = evaluate(changed(scenario, goal.solution).scenario);
  CHECK(solved.valid);
  const std::vector<CheckState> states = check_goal(goal, solved, start);
  for (std::size_t i = 0; i < states.size(); ++i) {
    CAPTURE(goal.checks[i].label);
    CAPTURE(states[i].value.value_or(0));
    CHECK(states[i].reached);
  }
}

void play(const Lesson& lesson) {
  CHECK(lesson.steps.size() >= 5);
  CHECK(lesson.steps.size() <= 8);
  CHECK_FALSE(lesson.next.empty());
  for (const std::string& path : lesson.controls) {
    CAPTURE(path);
    CHECK((is_field_or_part(path) || path == "flops_convention"));
  }
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const LessonStep& step = lesson.steps[i];
    CAPTURE(step.title);
    const auto made = step_scenario(lesson, i, real_presets());
    if (!succeeded(made)) FAIL(line_of(problems_of(made).front(), lesson.preset));
    const Report start = evaluate(value_of(made).scenario);
    REQUIRE(start.valid);
    for (const std::string& name : names_of_step(step)) {
      CAPTURE(name);
      CHECK(succeeded(read_field_paths(field_path_of(name), start)));
    }
    check_figures(step.text, start, start);
    if (step.question) (void)play_question(step, value_of(made), start);
    if (step.goal) play_goal(*step.goal, value_of(made), start);
  }
}

}  // namespace

TEST_CASE("every lesson can be played to its end") {
  REQUIRE(real_lessons().lessons.size() >= 16);
  for (const Lesson& lesson : real_lessons().lessons) {
    CAPTURE(lesson.preset);
    play(lesson);
  }
}

TEST_CASE("every lesson asks before it shows, and ends with a goal") {
  for (const Lesson& lesson : real_lessons().lessons) {
    CAPTURE(lesson.preset);
    const auto asked = std::count_if(lesson.steps.begin(), lesson.steps.end(),
                                     [](const LessonStep& step) { return step.question.has_value(); });
    CHECK(asked >= 4);
    CHECK(lesson.steps.back().goal.has_value());
  }
}

TEST_CASE("a path is forty minutes of lessons that there are, and every lesson is on one") {
  std::set<std::string> on_a_path;
  for (const LessonPath& path : real_lessons().paths) {
    CAPTURE(path.title);
    int minutes = 0;
    for (const std::string& name : path.lessons) {
      CAPTURE(name);
      const auto found = std::find_if(real_lessons().lessons.begin(), real_lessons().lessons.end(),
                                      [&](const Lesson& lesson) { return lesson.preset == name; });
      REQUIRE(found != real_lessons().lessons.end());
      minutes += found->minutes;
      on_a_path.insert(name);
    }
    CHECK(minutes == 40);
  }
  CHECK(real_lessons().paths.size() >= 3);
  CHECK(on_a_path.size() == real_lessons().lessons.size());
}
