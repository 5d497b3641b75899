#include "app/lessons/lesson_keys.h"

#include <imgui_internal.h>

#include <utility>

#include "app/lessons/lesson_turns.h"
#include "app/panels/control_row.h"

namespace shardscope {

StepAsks step_asks(const LessonsState& state) {
  const LessonStep* step = open_step(state);
  if (step == nullptr || !finds_out(state)) return StepAsks::way_on;
  return step->question && !has_answer(state) ? StepAsks::answer : StepAsks::goal;
}

void ask_focus(LessonsState& state) {
  state.focus_due = true;
  const bool by_mouse = ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseReleased(ImGuiMouseButton_Left);
  if (!by_mouse) ImGui::SetNavCursorVisible(true);
}

void focus_drawn(LessonsState& state, StepAsks asks) {
  if (!state.focus_due || step_asks(state) != asks) return;
  state.focus_due = false;
  const bool by_keys = ImGui::GetIO().NavVisible;
  ImGui::SetFocusID(ImGui::GetItemID(), ImGui::GetCurrentWindow());
  ImGui::SetNavCursorVisible(by_keys);
}

void focus_next_row(LessonsState& state, StepAsks asks, std::string_view path) {
  if (!state.focus_due || step_asks(state) != asks) return;
  state.focus_due = false;
  focus_row(path);
}

void turn_lesson(LessonsState& state, int by) {
  if (state.open.empty()) return;
  state.turn_due = by;
  ImGui::SetNavCursorVisible(true);
}

}  // namespace shardscope
