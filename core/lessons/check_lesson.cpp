#include "core/lessons/check_lesson.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/evaluate/evaluate.h"
#include "core/lessons/play_lesson.h"
#include "core/report_json/report_fields.h"

namespace shardscope {

namespace {

/// The names of figures in a part of a step, and where in the file that stands.
struct NamesAt {
  std::string path;
  std::vector<std::string> names;
};

void add_text(std::vector<NamesAt>& all, const std::string& path, const LessonText& text) {
  all.push_back({path, names_of_text(text)});
}

void add_expression(std::vector<NamesAt>& all, const std::string& path, const Expression& expression) {
  all.push_back({path, names_in(expression)});
}

void add_question(std::vector<NamesAt>& all, const std::string& path, const Question& question) {
  add_text(all, path + ".words", question.words);
  add_expression(all, path + ".answer", question.answer.value);
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const std::string choice = path + ".choices[" + std::to_string(i) + "]";
    add_text(all, choice + ".words", question.choices[i].words);
    add_expression(all, choice + ".holds", question.choices[i].holds);
  }
}

void add_goal(std::vector<NamesAt>& all, const std::string& path, const LessonGoal& goal) {
  add_text(all, path + ".words", goal.words);
  for (std::size_t i = 0; i < goal.hints.size(); ++i)
    add_text(all, path + ".hints[" + std::to_string(i) + "]", goal.hints[i]);
  add_text(all, path + ".reached", goal.reached);
  for (std::size_t i = 0; i < goal.checks.size(); ++i) {
    const GoalCheck& check = goal.checks[i];
    const std::string at = path + ".checks[" + std::to_string(i) + "]";
    add_expression(all, at + ".figure", check.figure.value);
    for (const auto& [key, bound] :
         {std::pair{".most", &check.most}, std::pair{".least", &check.least}, std::pair{".holds", &check.holds}})
      if (*bound) add_expression(all, at + key, **bound);
  }
}

std::vector<NamesAt> names_by_place(const LessonStep& step, const std::string& path) {
  std::vector<NamesAt> all;
  add_text(all, path + ".text", step.text);
  if (step.question) add_question(all, path + ".question", *step.question);
  add_text(all, path + ".reveal", step.reveal);
  if (step.goal) add_goal(all, path + ".goal", *step.goal);
  return all;
}

/// What is wrong with a name; empty where a report has it. Fields of the plan are said as lessons name them.
std::string wrong_with(const std::string& name, const Report& report) {
  const auto read = read_field_paths(field_path_of(name), report);
  if (succeeded(read)) return {};
  std::string why = problems_of(read).front().message;
  constexpr std::string_view of_scenario = "scenario.";
  if (const std::size_t at = why.find(of_scenario); at != std::string::npos) why.erase(at, of_scenario.size());
  return "{" + shown(name) + "} " + why;
}

void check_names(const std::vector<NamesAt>& places, const Report& report, std::vector<Problem>& problems) {
  std::set<std::string> known;
  for (const NamesAt& place : places)
    for (const std::string& name : place.names) {
      if (known.contains(name)) continue;
      std::string why = wrong_with(name, report);
      if (why.empty())
        known.insert(name);
      else
        problems.push_back({Severity::error, place.path, std::move(why), "unknown-field"});
    }
}

}  // namespace

std::vector<Problem> check_lesson(const Lesson& lesson, const Catalogue& presets) {
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const std::string path = "steps[" + std::to_string(i) + "]";
    const Outcome<LaunchedScenario> plan = step_scenario(lesson, i, presets);
    if (succeeded(plan)) {
      check_names(names_by_place(lesson.steps[i], path), evaluate(value_of(plan).scenario), problems);
      continue;
    }
    for (Problem problem : problems_of(plan)) {
      problem.path = path + (problem.path.empty() ? "" : ": " + problem.path);
      problems.push_back(std::move(problem));
    }
  }
  return problems;
}

}  // namespace shardscope
