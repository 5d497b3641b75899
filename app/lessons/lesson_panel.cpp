#include "app/lessons/lesson_panel.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/lessons/lesson_figures.h"
#include "app/lessons/lesson_flow.h"
#include "app/lessons/lesson_keys.h"
#include "app/lessons/lesson_paths.h"
#include "app/lessons/lesson_turns.h"
#include "app/lessons/lesson_words.h"
#include "app/lessons/question_controls.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float footer_height = 46, panel_padding = 16;

/// What is said of a mark: of its limit where the pointer is on that, else of what it comes to.
Explanation explain_check(const ViewFrame& frame, const std::string& name, const GoalCheck& check,
                          const CheckState& state, const FiguresOf& of) {
  const Theme& theme = frame.theme;
  if (check.holds) {
    Explanation said = explain_lesson_figure(frame, {*check.holds}, {}, of);
    said.title = check.label;
    return said;
  }
  const Rect place = frame.places.find(name).value_or(Rect{});
  const std::string value = state.value ? figure_words(*state.value, check.figure.unit) : std::string();
  const float limit_from = place.min.x + theme.px(flow_mark_indent) + text_width(theme, TextRole::secondary, value);
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (state.limit && at.x > limit_from && at.y > place.min.y + text_height(theme, TextRole::strong)) {
    const LessonFigure limit{check.most ? *check.most : *check.least, check.figure.unit};
    Explanation said = explain_lesson_figure(frame, limit, figure_words(*state.limit, limit.unit), of);
    if (said.figure.empty()) said.title = "The goal's limit of: " + check.label;
    return said;
  }
  return explain_lesson_figure(frame, check.figure, value, of);
}

void goal_part(LessonsState& state, const ViewFrame& frame, const LessonGoal& goal) {
  const Theme& theme = frame.theme;
  const FiguresOf of{figures_of_step(state, frame), frame.report, start_of_step(state, frame), open_step(state)};
  flow_gap(theme, 8);
  flow_lesson_text(frame, TextRole::title, theme.text, goal.words, of);
  flow_gap(theme, 4);
  const std::vector<CheckState> states = check_goal(goal, frame.report, of.start);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const CheckState& check = states[i];
    const std::string below = check_words(goal.checks[i], check);
    FlowMark mark{check.reached, goal.checks[i].label, below, check.reached ? "reached" : "not yet"};
    if (check.value && check.limit) mark.gauge = FlowGauge{*check.value, *check.limit};
    const std::string name = "lesson.check." + std::to_string(i);
    flow_mark(frame, name, mark);
    said_there(frame, frame.places.find(name).value_or(Rect{}),
               [&] { return explain_check(frame, name, goal.checks[i], check, of); });
  }
  StepRecord& record = record_of_step(state);
  if (is_reached(states)) record.reached = true;
  if (record.reached) flow_words(theme, TextRole::strong, theme.good, "You made it so.");
  if (record.reached) flow_lesson_text(frame, TextRole::body, theme.text, goal.reached, of);
  flow_gap(theme, 6);
  constexpr const char* ask[] = {"A hint", "Another hint", "The way"};
  for (std::size_t i = 0; i < goal.hints.size() && i <= record.hints; ++i) {
    if (i < record.hints)
      flow_lesson_text(frame, TextRole::body, theme.dim, goal.hints[i], of);
    else {
      if (link_row(frame, "lesson.hint", ask[std::min<std::size_t>(i, 2)])) ++record.hints;
      focus_drawn(state, StepAsks::goal);  // where no control of the panel has got it
    }
  }
}

void step_part(LessonsState& state, const ViewFrame& frame, const LessonStep& step) {
  const Theme& theme = frame.theme;
  const Names values = figures_before_answer(state, frame);
  const Report& start = start_of_step(state, frame);
  const FiguresOf before{values, is_changed_by_answer(state) ? start : frame.report, start, &step};
  flow_heading_text(frame, step.title, before);
  flow_gap(theme, 6);
  if (!step.text.empty()) flow_lesson_text(frame, TextRole::body, theme.dim, step.text, before);
  if (step.question) {
    flow_gap(theme, 6);
    flow_lesson_text(frame, TextRole::title, theme.text, step.question->words, before);
    flow_gap(theme, 6);
    question_controls(state, frame);
    flow_gap(theme, 4);
    if (record_of_step(state).answer)
      flow_lesson_text(frame, TextRole::body, theme.text, step.reveal,
                       {figures_of_step(state, frame), frame.report, start, &step});
  }
  if (step.goal) goal_part(state, frame, *step.goal);
  if (step.note.empty()) return;
  flow_gap(theme, 8);
  if (link_row(frame, "lesson.note", state.note ? "Hide the note for the teacher" : "Note for the teacher"))
    state.note = !state.note;
  if (state.note) flow_plain_text(frame, TextRole::secondary, theme.dim, step.note, before);
}

void end_part(LessonsState& state, const ViewFrame& frame, const Lesson& lesson) {
  const Theme& theme = frame.theme;
  const FiguresOf of{figures_of_step(state, frame), frame.report, start_of_step(state, frame)};
  flow_heading_text(frame, "What next", of);
  flow_gap(theme, 6);
  const std::string score = score_words(score_of(state.progress.lessons[state.open]));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  flow_words(theme, TextRole::body, theme.text, score);
  said_there(frame, {at, {at.x + flow_width(theme), ImGui::GetCursorScreenPos().y}}, [&] {
    return Explanation{
        "Your predictions in this lesson", score, {"A prediction is close within what its question allows."}};
  });
  flow_gap(theme, 6);
  flow_plain_text(frame, TextRole::body, theme.text, lesson.about, of);
  flow_gap(theme, 6);
  flow_lesson_text(frame, TextRole::body, theme.dim, lesson.next, of);
  const Lesson* next = next_on_path(state.library, lesson.preset);
  if (next == nullptr) return;
  flow_gap(theme, 6);
  const bool begins = link_row(frame, "lesson.next_lesson", "Next on this path: " + next->title);
  said_there(frame, frame.places.find("lesson.next_lesson").value_or(Rect{}), [&] {
    return Explanation{next->title, std::to_string(next->minutes) + " min", {next->about}};
  });
  if (begins) begin_lesson(state, frame, *next);
}

/// What the dots say: the steps by their titles.
Explanation explain_steps(const Lesson& lesson, std::size_t at) {
  const std::size_t count = lesson.steps.size();
  Explanation said{"The lesson's steps", at < count ? "step " + std::to_string(at + 1) + " of " + std::to_string(count)
                                                    : std::string("ended")};
  for (const LessonStep& step : lesson.steps) said.lines.push_back(step.title);
  return said;
}

void footer(LessonsState& state, const ViewFrame& frame, const Rect& row) {
  const Theme& theme = frame.theme;
  const LessonStep* step = open_step(state);
  const std::size_t at = state.progress.lessons[state.open].step;
  ImGui::SetCursorScreenPos(row.min);
  if (text_button(frame, "lesson.previous", "Previous", at > 0, ButtonLook::filled)) go_to_step(state, frame, at - 1);
  const float middle = row.min.x + button_width(theme, "Previous", ButtonLook::filled) + theme.px(8);
  ImGui::SetCursorScreenPos({middle, row.min.y});
  if (text_button(frame, "lesson.again", "Restart step", step != nullptr)) go_to_step(state, frame, at, true);
  const char* on = step != nullptr ? "Next" : "All lessons";
  const ButtonLook look = step == nullptr || !finds_out(state) ? ButtonLook::primary : ButtonLook::filled;
  ImGui::SetCursorScreenPos({row.max.x - button_width(theme, on, look), row.min.y});
  const bool pressed = text_button(frame, "lesson.next", on, true, look);
  focus_drawn(state, StepAsks::way_on);
  const int turn = std::exchange(state.turn_due, 0);
  if (turn < 0 && at > 0) return go_to_step(state, frame, at - 1);
  if (!pressed && turn <= 0) return;
  if (step != nullptr) return go_to_step(state, frame, at + 1);
  leave_lesson(state);
  frame.requests.grow = LessonsState::info.name;
}

}  // namespace

void lesson_panel(LessonsState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const Lesson* lesson = open_lesson(state);
  if (lesson == nullptr) return;
  frame.cards.push_back(area);
  frame.places.note("lesson", area);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRect(area.min, area.max, theme.accent, theme.px(design::card_radius));
  const Rect inside{{area.min.x + theme.px(panel_padding), area.min.y + theme.px(10)},
                    {area.max.x - theme.px(panel_padding), area.max.y - theme.px(10)}};
  const float close = button_width(theme, "Close");
  draw_fitted(draw, theme, TextRole::strong, {inside.min.x, inside.min.y + theme.px(6)}, theme.text,
              inside.width() - close - theme.px(6), lesson->title);
  ImGui::SetCursorScreenPos({inside.max.x - close, inside.min.y});
  const bool closed = text_button(frame, "lesson.close", "Close");
  const Rect row{{inside.min.x, inside.max.y - theme.px(footer_height - 14)}, inside.max};
  const Rect middle{{inside.min.x, inside.min.y + theme.px(32)}, {inside.max.x, row.min.y - theme.px(8)}};
  frame.places.note("lesson.words", middle);
  ImGui::SetCursorScreenPos(middle.min);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("lesson", {middle.width() + theme.px(8), middle.height()}, ImGuiChildFlags_NavFlattened);
  const std::size_t step_at = state.progress.lessons[state.open].step;
  const ImVec2 dots = ImGui::GetCursorScreenPos();
  flow_dots(frame, step_at, lesson->steps.size());
  said_there(frame, {dots, {dots.x + flow_width(theme), ImGui::GetCursorScreenPos().y}},
             [&] { return explain_steps(*lesson, step_at); });
  flow_gap(theme, 8);
  if (const LessonStep* step = open_step(state))
    step_part(state, frame, *step);
  else
    end_part(state, frame, *lesson);
  flow_gap(theme, 12);
  ImGui::EndChild();
  ImGui::PopStyleVar();
  footer(state, frame, row);
  if (closed) leave_lesson(state);
}

void light_controls(const LessonsState& state, const Frame& frame, const Rect& panel) {
  const Lesson* lesson = open_lesson(state);
  if (lesson == nullptr) return;
  const Theme& theme = frame.theme;
  std::vector<Rect> lit;
  for (const std::string& path : lesson->controls)
    if (const std::optional<Rect> place = frame.places.find(path)) {
      const float half = theme.px(design::control_height) / 2, y = place->center().y;
      lit.push_back({{panel.min.x, y - half}, {panel.max.x - 1, y + half}});
    }
  std::sort(lit.begin(), lit.end(), [](const Rect& a, const Rect& b) { return a.min.y < b.min.y; });
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 veil = with_alpha(theme.panel, 0.45F);
  draw.PushClipRect(panel.min, panel.max, false);  // Dear ImGui clips half of the panel's padding
  float y = panel.min.y;
  for (const Rect& row : lit) {
    if (row.min.y > y) draw.AddRectFilled({panel.min.x, y}, {panel.max.x, row.min.y}, veil);
    draw.AddRectFilled(row.min, {row.min.x + theme.px(3), row.max.y}, theme.accent);
    draw.AddRect({row.min.x + theme.px(1), row.min.y}, row.max, with_alpha(theme.accent, 0.5F), theme.px(4));
    y = std::max(y, row.max.y);
  }
  if (y < panel.max.y) draw.AddRectFilled({panel.min.x, y}, panel.max, veil);
  draw.PopClipRect();
}

}  // namespace shardscope
