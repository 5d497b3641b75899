#include "core/lessons/read_lesson.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/characters.h"
#include "core/fields/json_document.h"
#include "core/lessons/lesson_reader.h"

namespace shardscope {

namespace {

constexpr std::size_t hints_wanted = 3;

QuestionKind kind_of(LessonObject& object) {
  const std::string name = object.text("kind");
  if (name == "choice") return QuestionKind::choice;
  if (name == "point") return QuestionKind::point;
  if (name != "number" && !name.empty())
    object.fail("kind", "\"" + shown(name) + "\" is no kind of question; it is number, choice or point");
  return QuestionKind::number;
}

void read_choices(LessonObject& object, Question& question) {
  for (LessonObject& each : object.objects("choices", 2)) {
    each.refuse_others(std::array{"words", "holds"});
    question.choices.push_back({each.words("words"), each.expression("holds")});
  }
}

void read_axis(LessonObject& object, Question& question) {
  question.answer = object.figure("answer");
  question.from = object.number("from"), question.to = object.number("to");
  question.logarithmic = object.flag("logarithmic");
  question.close = object.number("close", question.close);
  if (!(question.from < question.to)) object.fail("to", "has to be above from");
  if (question.logarithmic && question.from <= 0) object.fail("from", "has to be above 0 on a logarithmic axis");
}

void read_varied(LessonObject& object, Question& question) {
  question.vary = object.text("vary");
  question.values = object.numbers("values");
  question.at = object.number("at");
  const auto found = std::find(question.values.begin(), question.values.end(), question.at);
  if (found == question.values.end()) object.fail("at", "has to be one of values");
}

Question read_question(LessonObject object) {
  object.refuse_others(std::array{"kind", "words", "then", "answer", "unit", "from", "to", "logarithmic", "close",
                                  "choices", "vary", "values", "at"});
  Question question;
  question.kind = kind_of(object);
  question.words = object.words("words");
  question.then = object.settings("then");
  if (question.kind == QuestionKind::choice)
    read_choices(object, question);
  else
    read_axis(object, question);
  if (question.kind == QuestionKind::point) read_varied(object, question);
  return question;
}

GoalCheck read_check(LessonObject object) {
  object.refuse_others(std::array{"label", "figure", "unit", "most", "least", "holds"});
  GoalCheck check;
  check.label = object.text("label");
  if (object.has("figure")) check.figure = object.figure("figure");
  if (object.has("most")) check.most = object.expression("most");
  if (object.has("least")) check.least = object.expression("least");
  if (object.has("holds")) check.holds = object.expression("holds");
  const bool bounded = object.has("most") || object.has("least");
  if (!bounded && !object.has("holds")) object.fail("most", "most, least or holds is wanted");
  if (bounded && !object.has("figure")) object.fail("figure", "what most or least is of is wanted");
  return check;
}

LessonGoal read_goal(LessonObject object) {
  object.refuse_others(std::array{"words", "checks", "hints", "solution", "reached"});
  LessonGoal goal;
  goal.words = object.words("words");
  for (LessonObject& each : object.objects("checks")) goal.checks.push_back(read_check(each));
  for (const std::string& hint : object.texts("hints"))
    goal.hints.push_back(read_lesson_text(hint, object.path_of("hints"), object.problems()));
  if (goal.hints.size() != hints_wanted) object.fail("hints", "three hints are wanted, from a nudge to the way");
  goal.solution = object.settings("solution");
  if (goal.solution.empty()) object.fail("solution", "settings that reach the goal are wanted");
  goal.reached = object.words_if_any("reached");
  return goal;
}

/// A view's name; empty where none is said.
std::string read_view(LessonObject& object, std::span<const std::string_view> views) {
  std::string view = object.text("view", "");
  if (!view.empty() && std::find(views.begin(), views.end(), view) == views.end())
    object.fail("view", "no view is called " + shown(view) + "; there are " +
                            joined(std::vector<std::string>(views.begin(), views.end())));
  return view;
}

LessonStep read_step(LessonObject object, std::span<const std::string_view> views) {
  object.refuse_others(std::array{"title", "text", "settings", "view", "question", "reveal", "goal", "note"});
  LessonStep step;
  step.title = object.text("title");
  step.text = object.words_if_any("text");
  if (object.has("settings")) step.settings = object.settings("settings");
  step.view = read_view(object, views);
  if (object.has("question")) step.question = read_question(object.object("question"));
  step.reveal = object.words_if_any("reveal");
  if (step.question && step.reveal.empty()) object.fail("reveal", "what is said once it is answered is wanted");
  if (!step.question && !step.reveal.empty())
    object.fail("reveal", "is said once a question is answered; there is none");
  if (object.has("goal")) step.goal = read_goal(object.object("goal"));
  if (step.text.empty() && !step.question && !step.goal) object.fail("text", "text, question or goal is wanted");
  step.note = object.text("note", "");
  return step;
}

}  // namespace

Outcome<Lesson> read_lesson(std::string_view json, std::span<const std::string_view> views) {
  const Outcome<nlohmann::json> parsed = parse_document(json);
  if (!succeeded(parsed)) return problems_of(parsed);
  std::vector<Problem> problems;
  LessonObject object(value_of(parsed), {}, problems);
  object.refuse_others(
      std::array{"order", "title", "about", "scenario", "minutes", "settings", "controls", "steps", "next"});
  Lesson lesson;
  lesson.title = object.text("title");
  lesson.about = object.text("about");
  lesson.scenario = object.text("scenario");
  lesson.minutes = static_cast<int>(std::clamp(object.number("minutes", 10), 1.0, 600.0));
  lesson.settings = object.settings("settings");
  lesson.controls = object.texts("controls");
  for (LessonObject& step : object.objects("steps")) lesson.steps.push_back(read_step(step, views));
  lesson.next = object.words_if_any("next");
  if (!problems.empty()) return problems;
  return lesson;
}

Outcome<std::vector<LessonPath>> read_lesson_paths(std::string_view json) {
  const Outcome<nlohmann::json> parsed = parse_document(json);
  if (!succeeded(parsed)) return problems_of(parsed);
  std::vector<Problem> problems;
  LessonObject object(value_of(parsed), {}, problems);
  object.refuse_others(std::array{"paths"});
  std::vector<LessonPath> paths;
  for (LessonObject& each : object.objects("paths")) {
    each.refuse_others(std::array{"title", "about", "lessons"});
    paths.push_back({each.text("title"), each.text("about"), each.texts("lessons")});
  }
  if (!problems.empty()) return problems;
  return paths;
}

}  // namespace shardscope
