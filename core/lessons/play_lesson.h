// What a lesson comes to on a plan: the plan that a step begins with, its figures, how far off an answer is, whether a
// goal is reached. In: a lesson and reports. Out: numbers; words are made of them where they are shown.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/problem.h"
#include "core/expressions/value.h"
#include "core/lessons/lesson.h"
#include "core/report/report.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

/// The scenario with settings on top, each at once.
[[nodiscard]] Outcome<LaunchedScenario> with_settings(const LaunchedScenario& said, std::span<const Setting> settings,
                                                      const Catalogue& presets);

/// The plan that a step begins with: that of the last step up to it that states one, on the lesson's own.
[[nodiscard]] Outcome<LaunchedScenario> step_scenario(const Lesson& lesson, std::size_t step, const Catalogue& presets);

/// What a question does to the plan once it is answered; of a point in a chart, its field takes the value that is
/// asked.
[[nodiscard]] std::vector<Setting> settings_of_answer(const Question& question);

/// Every name in a step's expressions, each once.
[[nodiscard]] std::vector<std::string> names_of_step(const LessonStep& step);
[[nodiscard]] std::vector<std::string> names_of_text(const LessonText& text);

/// Their values: "memory.peak_bytes" of the report (core/report_json/report_fields.h), "plan.tp" of its scenario, and
/// either with "start." before it of the plan that the step began with.
[[nodiscard]] Names lesson_values(std::span<const std::string> names, const Report& now, const Report& start);
/// Where a name stands in the report's fields: without "start.", and with "scenario." before a field of the plan.
[[nodiscard]] std::string field_path_of(std::string_view name);

/// What a figure comes to; nothing where something of it isn't known.
[[nodiscard]] std::optional<double> number_of(const Expression& expression, const Names& values);
[[nodiscard]] bool holds(const Expression& condition, const Names& values);

/// Whether a number that was said counts as close to what is.
[[nodiscard]] bool is_close(const Question& question, double said, double is);
/// The choice that holds; nothing where none does, or several.
[[nodiscard]] std::optional<std::size_t> right_choice(const Question& question, const Names& values);

/// The answer at each value along a question's chart; nothing where the plan of that value is impossible.
[[nodiscard]] std::vector<std::optional<double>> answer_curve(const Question& question, const LaunchedScenario& said,
                                                              const Catalogue& presets);

struct CheckState {
  bool reached = false;
  std::optional<double> value, limit;
};
/// Of each mark of the goal; none is reached on a plan that is impossible.
[[nodiscard]] std::vector<CheckState> check_goal(const LessonGoal& goal, const Report& now, const Report& start);
[[nodiscard]] bool is_reached(std::span<const CheckState> checks);

}  // namespace shardscope
