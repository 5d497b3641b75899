#include "core/lessons/play_lesson.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/number_text.h"
#include "core/evaluate/evaluate.h"
#include "core/expressions/json_value.h"
#include "core/report_json/report_fields.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

constexpr std::string_view of_start = "start.";
constexpr std::array<std::string_view, 3> of_scenario = {"plan.", "cluster.", "model."};

void add_names(const Expression& expression, std::set<std::string>& names) {
  for (std::string& name : names_in(expression)) names.insert(std::move(name));
}

void add_names(const LessonText& text, std::set<std::string>& names) {
  for (const TextPiece& piece : text)
    if (piece.figure) add_names(piece.figure->value, names);
}

void add_names(const Question& question, std::set<std::string>& names) {
  add_names(question.words, names);
  add_names(question.answer.value, names);
  for (const AnswerChoice& choice : question.choices) add_names(choice.words, names), add_names(choice.holds, names);
}

void add_names(const LessonGoal& goal, std::set<std::string>& names) {
  add_names(goal.words, names);
  for (const LessonText& hint : goal.hints) add_names(hint, names);
  add_names(goal.reached, names);
  for (const GoalCheck& check : goal.checks) {
    add_names(check.figure.value, names);
    for (const auto* bound : {&check.most, &check.least, &check.holds})
      if (*bound) add_names(**bound, names);
  }
}

FieldPath path_in_keys(const std::string& path) {
  FieldPath field{path, {}};
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    field.keys.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return field;
}

CheckState state_of(const GoalCheck& check, const Names& values, bool possible) {
  CheckState state;
  if (!check.figure.value.nodes.empty()) state.value = number_of(check.figure.value, values);
  if (check.holds) state.reached = holds(*check.holds, values);
  const auto& bound = check.most ? check.most : check.least;
  if (bound) state.limit = number_of(*bound, values);
  if (state.value && state.limit)
    state.reached = check.most ? *state.value <= *state.limit : *state.value >= *state.limit;
  state.reached = state.reached && possible;
  return state;
}

}  // namespace

Outcome<LaunchedScenario> with_settings(const LaunchedScenario& said, std::span<const Setting> settings,
                                        const Catalogue& presets) {
  Outcome<ParsedScenario> parsed = parse_scenario(write_scenario(said, presets), presets, settings);
  if (!succeeded(parsed)) return problems_of(parsed);
  LaunchedScenario changed = std::move(std::get<0>(parsed).said);
  changed.scenario.preset = said.scenario.preset;
  return changed;
}

Outcome<LaunchedScenario> step_scenario(const Lesson& lesson, std::size_t step, const Catalogue& presets) {
  const LaunchedScenario* preset = presets.launched(lesson.scenario);
  if (preset == nullptr)
    return std::vector{
        Problem{Severity::error, "scenario", "no scenario is called " + shown(lesson.scenario), "lesson"}};
  std::vector<Setting> settings = lesson.settings;
  for (std::size_t i = std::min(step + 1, lesson.steps.size()); i-- > 0;)
    if (const auto& stated = lesson.steps[i].settings) {
      settings.insert(settings.end(), stated->begin(), stated->end());
      break;
    }
  return with_settings(*preset, settings, presets);
}

std::vector<std::string> names_of_text(const LessonText& text) {
  std::set<std::string> names;
  add_names(text, names);
  return {names.begin(), names.end()};
}

std::vector<Setting> settings_of_answer(const Question& question) {
  std::vector<Setting> settings = question.then;
  if (question.kind == QuestionKind::point) settings.emplace_back(question.vary, number_text(question.at));
  return settings;
}

std::vector<std::string> names_of_step(const LessonStep& step) {
  std::set<std::string> names;
  add_names(step.text, names);
  add_names(step.reveal, names);
  if (step.question) add_names(*step.question, names);
  if (step.goal) add_names(*step.goal, names);
  return {names.begin(), names.end()};
}

std::string field_path_of(std::string_view name) {
  if (name.starts_with(of_start)) name.remove_prefix(of_start.size());
  for (const std::string_view section : of_scenario)
    if (name.starts_with(section)) return "scenario." + std::string(name);
  return std::string(name);
}

Names lesson_values(std::span<const std::string> names, const Report& now, const Report& start) {
  Names values;
  for (const bool of_now : {true, false}) {
    std::vector<FieldPath> paths;
    for (const std::string& name : names)
      if (name.starts_with(of_start) != of_now) paths.push_back(path_in_keys(field_path_of(name)));
    if (paths.empty()) continue;
    const nlohmann::ordered_json fields = report_fields(of_now ? now : start, paths);
    for (const std::string& name : names)
      if (name.starts_with(of_start) != of_now) values[name] = value_from_json(fields[field_path_of(name)]);
  }
  return values;
}

std::optional<double> number_of(const Expression& expression, const Names& values) {
  if (expression.nodes.empty()) return std::nullopt;
  const std::optional<double> number = computed_or_none(expression, values).number();
  return number && std::isfinite(*number) ? number : std::nullopt;
}

bool holds(const Expression& condition, const Names& values) {
  return !condition.nodes.empty() && is_true(computed_or_none(condition, values));
}

bool is_close(const Question& question, double said, double is) {
  const bool in_points = question.answer.unit == Unit::share;
  const double off = std::abs(said - is);
  return off <= question.close * (in_points ? 1 : std::abs(is)) || off == 0;
}

std::optional<std::size_t> right_choice(const Question& question, const Names& values) {
  std::optional<std::size_t> right;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    if (!holds(question.choices[i].holds, values)) continue;
    if (right) return std::nullopt;
    right = i;
  }
  return right;
}

std::vector<std::optional<double>> answer_curve(const Question& question, const LaunchedScenario& said,
                                                const Catalogue& presets) {
  const std::vector<std::string> names = names_in(question.answer.value);
  std::vector<std::optional<double>> curve;
  for (const double value : question.values) {
    std::vector<Setting> settings = question.then;
    settings.emplace_back(question.vary, number_text(value));
    const Outcome<LaunchedScenario> plan = with_settings(said, settings, presets);
    curve.emplace_back();
    if (!succeeded(plan)) continue;
    const Report report = evaluate(value_of(plan).scenario);
    if (report.valid) curve.back() = number_of(question.answer.value, lesson_values(names, report, report));
  }
  return curve;
}

std::vector<CheckState> check_goal(const LessonGoal& goal, const Report& now, const Report& start) {
  std::set<std::string> names;
  add_names(goal, names);
  const std::vector<std::string> all(names.begin(), names.end());
  const Names values = lesson_values(all, now, start);
  std::vector<CheckState> states;
  for (const GoalCheck& check : goal.checks) states.push_back(state_of(check, values, now.valid));
  return states;
}

bool is_reached(std::span<const CheckState> checks) {
  return std::all_of(checks.begin(), checks.end(), [](const CheckState& check) { return check.reached; });
}

}  // namespace shardscope
