#include "app/lessons/lesson_panel.h"

#include <imgui.h>

#include <algorithm>

#include "app/lessons/lesson_flow.h"
#include "app/lessons/lesson_turns.h"
#include "app/lessons/lesson_words.h"
#include "app/lessons/question_controls.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float footer_height = 46, panel_padding = 16;

void goal_part(LessonsState& state, const ViewFrame& frame, const LessonGoal& goal) {
  const Theme& theme = frame.theme;
  const Names& values = figures_of_step(state, frame);
  flow_gap(theme, 8);
  flow_words(theme, TextRole::title, theme.text, lesson_words(goal.words, values));
  flow_gap(theme, 4);
  const std::vector<CheckState> states = check_goal(goal, frame.report, start_of_step(state, frame));
  for (std::size_t i = 0; i < states.size(); ++i) {
    const CheckState& check = states[i];
    const std::string below = check_words(goal.checks[i], check);
    FlowMark mark{check.reached, goal.checks[i].label, below, check.reached ? "reached" : "not yet"};
    if (check.value && check.limit) mark.gauge = FlowGauge{*check.value, *check.limit};
    flow_mark(frame, "lesson.check." + std::to_string(i), mark);
  }
  StepRecord& record = record_of_step(state);
  if (is_reached(states)) record.reached = true;
  if (record.reached) flow_words(theme, TextRole::strong, theme.good, "You made it so.");
  flow_gap(theme, 6);
  constexpr const char* ask[] = {"A hint", "Another hint", "The way"};
  for (std::size_t i = 0; i < goal.hints.size() && i <= record.hints; ++i) {
    if (i < record.hints)
      flow_words(theme, TextRole::body, theme.dim, lesson_words(goal.hints[i], values));
    else if (link_row(frame, "lesson.hint", ask[std::min<std::size_t>(i, 2)]))
      ++record.hints;
  }
}

void step_part(LessonsState& state, const ViewFrame& frame, const LessonStep& step) {
  const Theme& theme = frame.theme;
  const Names values = figures_before_answer(state, frame);
  flow_heading(theme, step.title);
  flow_gap(theme, 6);
  if (!step.text.empty()) flow_words(theme, TextRole::body, theme.dim, lesson_words(step.text, values));
  if (step.question) {
    flow_gap(theme, 6);
    flow_words(theme, TextRole::title, theme.text, lesson_words(step.question->words, values));
    flow_gap(theme, 6);
    question_controls(state, frame);
    flow_gap(theme, 4);
    if (record_of_step(state).answer)
      flow_words(theme, TextRole::body, theme.text, lesson_words(step.reveal, figures_of_step(state, frame)));
  }
  if (step.goal) goal_part(state, frame, *step.goal);
  if (step.note.empty()) return;
  flow_gap(theme, 8);
  if (link_row(frame, "lesson.note", state.note ? "Hide the note for the teacher" : "Note for the teacher"))
    state.note = !state.note;
  if (state.note) flow_words(theme, TextRole::secondary, theme.dim, step.note);
}

void end_part(LessonsState& state, const ViewFrame& frame, const Lesson& lesson) {
  const Theme& theme = frame.theme;
  flow_heading(theme, "What next");
  flow_gap(theme, 6);
  flow_words(theme, TextRole::body, theme.text, score_words(score_of(state.progress.lessons[state.open])));
  flow_gap(theme, 6);
  flow_words(theme, TextRole::body, theme.text, lesson.about);
  flow_gap(theme, 6);
  flow_words(theme, TextRole::body, theme.dim, lesson_words(lesson.next, figures_of_step(state, frame)));
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
  if (!text_button(frame, "lesson.next", on, true, look)) return;
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
  ImGui::SetCursorScreenPos({inside.min.x, inside.min.y + theme.px(32)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("lesson", {inside.width() + theme.px(8), row.min.y - inside.min.y - theme.px(40)},
                    ImGuiChildFlags_NavFlattened);
  flow_dots(frame, state.progress.lessons[state.open].step, lesson->steps.size());
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
