// The left panel in the window (window_parts.h).
#include <imgui.h>

#include <algorithm>
#include <optional>

#include "app/explorer/carry_out.h"
#include "app/explorer/window.h"
#include "app/explorer/window_parts.h"
#include "app/lessons/lesson_keys.h"
#include "app/lessons/lesson_panel.h"
#include "app/panels/notes.h"
#include "app/panels/scenario/more_rows.h"
#include "app/panels/scenario/scenario_panel.h"

namespace shardscope {

bool waits_for_answer(const Explorer& explorer) {
  return hides_answer(explorer.of<LessonsState>()) && explorer.grown != LessonsState::info.name;
}

namespace {

/// None of what isn't the present plan's: where a text was refused. A lesson lets its learner find out.
WorthShown worth_beside_notes(Explorer& explorer, const Frame& frame, float notes_height) {
  const Session& session = explorer.session;
  if (open_lesson(explorer.of<LessonsState>()) != nullptr || !frame.refusal.path.empty()) return {};
  const auto changes = worth_changes(explorer.worth, frame, session.holds, session.evaluate_seconds);
  return worth_shown(frame.theme, changes, notes_height);
}

/// Whether in this frame another lesson than in the one before is played; asked within the panel.
bool lesson_begins(const Explorer& explorer) {
  const Lesson* lesson = open_lesson(explorer.of<LessonsState>());
  const ImGuiID now = lesson != nullptr ? ImGui::GetID(lesson->preset.c_str()) : 0, key = ImGui::GetID("lesson");
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const bool begins = lesson != nullptr && storage.GetInt(key) != static_cast<int>(now);
  storage.SetInt(key, static_cast<int>(now));
  return begins;
}

/// Scrolls the panel to the first of a lesson's controls where that is out of sight.
void bring_into_sight(const Explorer& explorer, const Lesson& lesson, const Rect& panel) {
  const std::optional<Rect> place =
      lesson.controls.empty() ? std::nullopt : explorer.places.find(lesson.controls.front());
  if (!place || (place->min.y >= panel.min.y && place->max.y <= panel.max.y)) return;
  ImGui::SetScrollFromPosY(place->center().y - ImGui::GetWindowPos().y, 0.5F);
}

/// A goal is reached with the panel: the first of the lesson's controls in sight has the keys.
void focus_control(Explorer& explorer, const Lesson& lesson) {
  for (const std::string& path : lesson.controls)
    if (explorer.places.find(path)) return focus_next_row(explorer.of<LessonsState>(), StepAsks::goal, path);
}

/// The panel's fields, those of a lesson that begins unfolded and in sight. `seen`: where they are.
Scenario panel_rows(Explorer& explorer, const Frame& frame, Holds& holds, const Rect& seen) {
  const Scenario before = explorer.session.history.present().said.scenario;
  const ViewEntry* grown = find_view(explorer.grown);
  const PanelFields fields = grown != nullptr ? grown->info.panel : PanelFields::none;
  const PanelState state{holds, explorer.more_settings, explorer.open_sections, fields};
  const Lesson* lesson = open_lesson(explorer.of<LessonsState>());
  const bool begins = lesson_begins(explorer);
  if (begins) unfold_sections_of(lesson->controls, state);
  Scenario edited = scenario_panel(before, frame, state);
  if (begins) bring_into_sight(explorer, *lesson, seen);
  if (lesson != nullptr) focus_control(explorer, *lesson);
  return edited;
}

}  // namespace

void panel_area(Explorer& explorer, const Theme& theme, const Rect& area, WindowOutput& output) {
  const FrameOutput& out = output.said;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({area.max.x, area.min.y}, area.max, theme.line);
  ImGui::SetCursorScreenPos(area.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(18), theme.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float notes = notes_height(theme, area.height());
  ImGui::BeginChild("panel", {area.width() - 1, area.height() - notes},
                    ImGuiChildFlags_AlwaysUseWindowPadding | ImGuiChildFlags_NavFlattened);
  const Frame frame = frame_of(explorer, theme, output);
  Holds holds = explorer.session.holds;
  const Scenario before = explorer.session.history.present().said.scenario;
  const WorthShown worth = worth_beside_notes(explorer, frame, notes);
  Scenario edited = panel_rows(explorer, frame, holds, {area.min, {area.max.x, area.max.y - notes}});
  ImGui::Dummy({1, theme.px(12)});
  light_controls(explorer.of<LessonsState>(), frame, {area.min, {area.max.x, area.max.y - notes}});
  const Rect reserved{{area.min.x, area.max.y - notes}, area.max};
  const float free = reserved.min.y - ImGui::GetCursorScreenPos().y;  // below the last row
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
  const Rect said = notes_area(theme, reserved, free);
  const float changes = area.max.y - worth_height(theme, worth);
  if (!waits_for_answer(explorer)) draw_notes(frame, {said.min, {said.max.x, changes}});  // they say what doesn't fit
  if (const auto chosen = worth_rows(frame, {{area.min.x, changes}, area.max}, worth))
    edited = *chosen, output.said.touched = "plan";
  explorer.session.holds = holds;
  if (!out.reset.empty())
    take_reset(explorer.session, out.reset);
  else if (edited != before)
    take_edit(explorer.session, edited, out.touched);
}

}  // namespace shardscope
