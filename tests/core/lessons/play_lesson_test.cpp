#include "core/lessons/play_lesson.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;
using shardscope::tests::real_presets;

namespace {

Expression expression_of(const char* text) {
  return value_of(parse_expression(text));
}

Report report_with(std::vector<Setting> settings) {
  const LaunchedScenario& preset = *real_presets().launched("llama2-7b-256-a100");
  return evaluate(value_of(with_settings(preset, settings, real_presets())).scenario);
}

}  // namespace

TEST_CASE("names are of the report, of its scenario, and of the plan that the step began with") {
  const Report now = report_with({"plan.micro_batch=1"}), start = report_with({"plan.micro_batch=2"});
  const std::vector<std::string> names = {"memory.peak_bytes", "plan.micro_batch", "start.plan.micro_batch",
                                          "start.memory.peak_bytes", "nothing.of.this"};
  const Names values = lesson_values(names, now, start);
  CHECK(*values.at("memory.peak_bytes").number() == doctest::Approx(now.memory.peak.value));
  CHECK(*values.at("start.memory.peak_bytes").number() == doctest::Approx(start.memory.peak.value));
  CHECK(*values.at("plan.micro_batch").count() == 1);
  CHECK(*values.at("start.plan.micro_batch").count() == 2);
  CHECK(values.at("nothing.of.this").none());
  CHECK_FALSE(number_of(expression_of("nothing.of.this + 1"), values).has_value());
  CHECK(number_of(expression_of("plan.micro_batch / start.plan.micro_batch"), values) == 0.5);
}

TEST_CASE("an answer is close by a share of what is, and a percentage by points") {
  Question bytes;
  bytes.answer.unit = Unit::bytes;
  bytes.close = 0.1;
  CHECK(is_close(bytes, 91, 100));
  CHECK_FALSE(is_close(bytes, 89, 100));
  CHECK(is_close(bytes, 0, 0));
  Question share = bytes;
  share.answer.unit = Unit::share;
  share.close = 0.03;
  CHECK(is_close(share, 0.28, 0.3));
  CHECK_FALSE(is_close(share, 0.26, 0.3));
}

TEST_CASE("of some choices the one that holds is right, none where several do") {
  Question question;
  question.choices = {{{}, expression_of("plan.tp == 1")}, {{}, expression_of("plan.tp > 1")}};
  CHECK(right_choice(question, {{"plan.tp", Value(1)}}) == std::optional<std::size_t>(0));
  CHECK(right_choice(question, {{"plan.tp", Value(4)}}) == std::optional<std::size_t>(1));
  question.choices.push_back({{}, expression_of("True")});
  CHECK_FALSE(right_choice(question, {{"plan.tp", Value(4)}}).has_value());
}

TEST_CASE("a step begins with the plan of the last step that states one, on the lesson's own settings") {
  Lesson lesson;
  lesson.scenario = "llama2-7b-256-a100";
  lesson.settings = {"plan.micro_batch=1"};
  lesson.steps.resize(3);
  lesson.steps[1].settings = {"plan.zero=1"};
  const auto plan_of = [&](std::size_t step) {
    return value_of(step_scenario(lesson, step, real_presets())).scenario.plan;
  };
  CHECK(plan_of(0).micro_batch == 1);
  CHECK(plan_of(0).zero == 3);
  CHECK(plan_of(1).zero == 1);
  CHECK(plan_of(2).zero == 1);
  CHECK(plan_of(2).micro_batch == 1);
  lesson.scenario = "none";
  CHECK_FALSE(succeeded(step_scenario(lesson, 0, real_presets())));
}

TEST_CASE("a goal is reached where every mark is, and on no impossible plan") {
  LessonGoal goal;
  goal.checks = {{"Memory", {expression_of("memory.peak_bytes"), Unit::bytes}, expression_of("60e9"), {}, {}},
                 {"Same", {}, {}, {}, expression_of("plan.tp == 1")}};
  const Report fits = report_with({"plan.zero=3"}), too_much = report_with({"plan.zero=0"});
  CHECK(is_reached(check_goal(goal, fits, fits)));
  const std::vector<CheckState> states = check_goal(goal, too_much, fits);
  CHECK_FALSE(is_reached(states));
  CHECK_FALSE(states[0].reached);
  CHECK(states[0].value.value_or(0) == doctest::Approx(too_much.memory.peak.value));
  CHECK(states[0].limit == 60e9);
  CHECK(states[1].reached);
  const Report impossible = report_with({"plan.tp=7"});
  CHECK_FALSE(impossible.valid);
  CHECK_FALSE(is_reached(check_goal(goal, impossible, fits)));
}

TEST_CASE("the answers along a chart are those of the plan with each value") {
  Question question;
  question.answer = {expression_of("memory.peak_bytes"), Unit::bytes};
  question.vary = "plan.micro_batch";
  question.values = {1, 2, 3};  // 3 divides no batch
  const LaunchedScenario& preset = *real_presets().launched("llama2-7b-256-a100");
  const auto curve = answer_curve(question, preset, real_presets());
  REQUIRE(curve.size() == 3);
  CHECK(*curve[1] > *curve[0]);
  CHECK_FALSE(curve[2].has_value());
}

TEST_CASE("an answer does to the plan what its question says, and sets the point that was asked for") {
  Question question;
  question.then = {{"plan.tp", "4"}};
  CHECK(settings_of_answer(question) == question.then);
  question.kind = QuestionKind::point;
  question.vary = "plan.pp", question.at = 8;
  CHECK(settings_of_answer(question) == std::vector<Setting>{{"plan.tp", "4"}, {"plan.pp", "8"}});
}
