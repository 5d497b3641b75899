#include "app/lessons/lesson_turns.h"

#include <algorithm>

#include "app/lessons/lesson_keys.h"
#include "app/lessons/lesson_words.h"
#include "app/panels/verdict_cells.h"
#include "core/evaluate/evaluate.h"
#include "core/lessons/play_lesson.h"

namespace shardscope {

namespace {

LessonRecord& record_of_open(LessonsState& state) {
  LessonRecord& record = state.progress.lessons[state.open];
  const Lesson* lesson = open_lesson(state);
  if (lesson != nullptr) record.steps.resize(lesson->steps.size());
  return record;
}

/// What the answer is once the question's settings are done.
std::optional<double> truth_of(const LessonStep& step, const Report& now, const Report& start) {
  const Question& question = *step.question;
  const std::vector<std::string> names = names_of_step(step);
  const Names values = lesson_values(names, now, start);
  if (question.kind != QuestionKind::choice) return number_of(question.answer.value, values);
  const std::optional<std::size_t> right = right_choice(question, values);
  return right ? std::optional(static_cast<double>(*right)) : std::nullopt;
}

}  // namespace

const Lesson* open_lesson(const LessonsState& state) {
  return state.open.empty() ? nullptr : find_lesson(state.library, state.open);
}

const LessonStep* open_step(const LessonsState& state) {
  const Lesson* lesson = open_lesson(state);
  const auto record = state.progress.lessons.find(state.open);
  const std::size_t step = record != state.progress.lessons.end() ? record->second.step : 0;
  return lesson != nullptr && step < lesson->steps.size() ? &lesson->steps[step] : nullptr;
}

namespace {

/// What of the open step is done so far; null where the record has none of it.
const StepRecord* record_so_far(const LessonsState& state) {
  const auto open = state.progress.lessons.find(state.open);
  if (open == state.progress.lessons.end() || open->second.step >= open->second.steps.size()) return nullptr;
  return &open->second.steps[open->second.step];
}

}  // namespace

bool hides_answer(const LessonsState& state) {
  const LessonStep* step = open_step(state);
  return finds_out(state) && step->question && step->question->then.empty() && !has_answer(state);
}

bool has_answer(const LessonsState& state) {
  const StepRecord* record = record_so_far(state);
  return record != nullptr && record->answer.has_value();
}

bool finds_out(const LessonsState& state) {
  const LessonStep* step = open_step(state);
  const StepRecord* record = step != nullptr ? record_so_far(state) : nullptr;
  return record != nullptr && ((step->question && !record->answer) || (step->goal && !record->reached));
}

namespace {

/// The figure that an expression is by itself; empty where it is more.
std::string_view named_by(const Expression& expression) {
  const bool name = expression.nodes.size() == 1 && expression.nodes.front().operation == ExpressionKind::name;
  return name ? std::string_view(expression.nodes.front().name) : std::string_view();
}

std::vector<LessonMark> goal_marks(const LessonGoal& goal, const Report& now, const Report& start) {
  std::vector<LessonMark> marks;
  const std::vector<CheckState> states = check_goal(goal, now, start);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const GoalCheck& check = goal.checks[i];
    const std::string_view path = named_by(check.figure.value);
    if (path.empty() || !states[i].limit) continue;
    const std::string bound =
        std::string("at ") + (check.most ? "most " : "least ") + figure_words(*states[i].limit, check.figure.unit);
    marks.push_back({std::string(path), (has_verdict_cell(path) ? "goal: " : check.label + ": ") + bound,
                     *states[i].limit, states[i].reached});
  }
  return marks;
}

}  // namespace

LessonMarks lesson_marks(const LessonsState& state, const Report& now) {
  LessonMarks marks;
  const Lesson* lesson = open_lesson(state);
  const LessonStep* step = open_step(state);
  const StepRecord* record = step != nullptr ? record_so_far(state) : nullptr;
  if (record == nullptr) return marks;
  if (step->question && record->answer && step->question->kind != QuestionKind::choice)
    if (const std::string_view path = named_by(step->question->answer.value); !path.empty())
      marks.said.push_back({std::string(path),
                            "you said " + figure_words(record->answer->said, step->question->answer.unit),
                            record->answer->said});
  const std::size_t at = state.progress.lessons.at(state.open).step;
  if (step->goal && (!step->question || record->answer) && state.start.is_of(*lesson, at))
    marks.goals = goal_marks(*step->goal, now, *state.start);
  return marks;
}

void begin_lesson(LessonsState& state, const ViewFrame& frame, const Lesson& lesson) {
  state.open = lesson.preset;
  LessonRecord& record = record_of_open(state);
  if (record.step >= lesson.steps.size()) record = LessonRecord{0, std::vector<StepRecord>(lesson.steps.size())};
  go_to_step(state, frame, record.step, true);
}

void leave_lesson(LessonsState& state) {
  state.open.clear();
  state.said.reset();
}

void go_to_step(LessonsState& state, const ViewFrame& frame, std::size_t step, bool anew) {
  const Lesson* lesson = open_lesson(state);
  if (lesson == nullptr) return;
  LessonRecord& record = record_of_open(state);
  record.step = std::min(step, lesson->steps.size());
  state.said.reset();
  ask_focus(state);
  const LessonStep* now = open_step(state);
  frame.requests.grow = now != nullptr ? now->view : std::string();
  if (now == nullptr || !(anew || now->settings)) return;
  const LaunchedScenario* preset = frame.presets.launched(lesson->scenario);
  const Outcome<LaunchedScenario> plan = step_scenario(*lesson, record.step, frame.presets);
  if (!succeeded(plan))
    frame.said = line_of(problems_of(plan).front(), lesson->title);
  else if (frame.document.said != value_of(plan))
    frame.requests.open = OpenedPreset{*preset, value_of(plan)};
}

void give_answer(LessonsState& state, const ViewFrame& frame, double said) {
  const LessonStep* step = open_step(state);
  if (step == nullptr || !step->question) return;
  const Question& question = *step->question;
  const std::vector<Setting> settings = settings_of_answer(question);
  const Outcome<LaunchedScenario> plan = with_settings(frame.document.said, settings, frame.presets);
  if (!succeeded(plan)) return void(frame.said = line_of(problems_of(plan).front(), step->title));
  const Report now = evaluate(value_of(plan).scenario);
  const std::optional<double> is = truth_of(*step, now, start_of_step(state, frame));
  if (!is) return void(frame.said = "This plan has no answer to that; begin the step again");
  const bool close = question.kind == QuestionKind::choice ? said == *is : is_close(question, said, *is);
  record_of_step(state).answer = GivenAnswer{said, *is, close};
  ask_focus(state);
  if (!settings.empty()) frame.requests.edit = ScenarioEdit{value_of(plan).scenario, settings.front().key};
}

StepRecord& record_of_step(LessonsState& state) {
  LessonRecord& record = record_of_open(state);
  return record.steps[std::min(record.step, record.steps.size() - 1)];
}

const Report& start_of_step(LessonsState& state, const ViewFrame& frame) {
  const Lesson& lesson = *open_lesson(state);
  const std::size_t step = record_of_open(state).step;
  return state.start.of(lesson, step, [&] {
    const Outcome<LaunchedScenario> plan = step_scenario(lesson, step, frame.presets);
    return succeeded(plan) ? evaluate(value_of(plan).scenario) : Report{};
  });
}

bool is_changed_by_answer(LessonsState& state) {
  const LessonStep* step = open_step(state);
  return step != nullptr && step->question && has_answer(state) && !settings_of_answer(*step->question).empty();
}

Names figures_before_answer(LessonsState& state, const ViewFrame& frame) {
  const LessonStep* step = open_step(state);
  if (!is_changed_by_answer(state)) return figures_of_step(state, frame);
  const Report& start = start_of_step(state, frame);
  return lesson_values(names_of_step(*step), start, start);
}

const Names& figures_of_step(LessonsState& state, const ViewFrame& frame) {
  const Lesson& lesson = *open_lesson(state);
  const std::size_t step = record_of_open(state).step;
  const Report& start = start_of_step(state, frame);
  return state.figures.of(lesson, step, frame.report.scenario, [&] {
    std::vector<std::string> names = names_of_text(lesson.next);
    if (step < lesson.steps.size()) names = names_of_step(lesson.steps[step]);
    return lesson_values(names, frame.report, start);
  });
}

}  // namespace shardscope
