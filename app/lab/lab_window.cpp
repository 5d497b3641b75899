#include "app/lab/lab_window.h"

#include <imgui.h>

#include <algorithm>

#include "app/session/frame_budget.h"
#include "app/timeline/gantt_steer.h"
#include "render/chart/card.h"

namespace shardscope {

namespace {

constexpr double picture_points_seconds = 1;  // at most, for the schedules' points that are still to come

LabDocument panel(Lab& lab, const Frame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  ImGui::GetWindowDrawList()->AddLine({area.max.x, area.min.y}, area.max, theme.line);
  ImGui::SetCursorScreenPos(area.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(16), theme.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("lab panel", {area.width() - 1, area.height()},
                    ImGuiChildFlags_AlwaysUseWindowPadding | ImGuiChildFlags_NavFlattened);
  LabDocument document = lab_panel(lab, frame, area.height() - theme.px(16));
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
  return document;
}

}  // namespace

void draw_lab(Lab& lab, const Frame& frame, const Rect& area, const Notice& notice) {
  const Theme& theme = frame.theme;
  lab.play = advanced(lab.play, std::min(ImGui::GetIO().DeltaTime, longest_frame_seconds), lab_end(lab));
  lab.view = following(lab.play, lab.view, {lab_end(lab), lab.history.present().values.ranks});
  const float width = lab.charts_alone ? 0 : theme.panel_width(area.width());
  const float status = lab.charts_alone ? 0 : theme.snapped_px(34), margin = theme.snapped_px(14);
  const Rect left{area.min, {area.min.x + width, area.max.y - status}};
  const Rect ground{{left.max.x, area.min.y}, {area.max.x, left.max.y}};
  if (!lab.charts_alone) edit_lab(lab, panel(lab, frame, left));
  const bool moving = ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
                      (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0);
  refresh_lab(lab, moving);
  LabDocument document = lab.history.present();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImDrawListSplitter layers;  // its own: the list's is taken where the window draws the lab over a ground too
  layers.Split(&draw, 2);
  layers.SetCurrentChannel(&draw, 1);
  lab_charts(lab, document, frame, ground.inset(margin));
  layers.SetCurrentChannel(&draw, 0);
  draw_surround(draw, theme, ground, frame.cards);
  layers.Merge(&draw);
  if (!lab.charts_alone) lab_status(lab, frame, {{area.min.x, left.max.y}, area.max}, notice);
  lab_keys(lab, left);
  edit_lab(lab, std::move(document));
  if (!ImGui::IsAnyItemActive()) lab.history.seal();
  refresh_lab(lab, moving);
  refresh_points(lab, work_seconds_per_frame);
}

void draw_view(LabState& state, const ViewFrame& frame, const Rect& area) {
  if (!state.lab) {
    state.lab = make_lab();
    if (state.kept) edit_lab(*state.lab, *state.kept);  // a step: undo leads to the lab as it opens
    state.lab->history.seal();
  }
  state.lab->is_picture = frame.is_picture;
  state.lab->charts_alone = state.charts_alone;
  if (frame.evaluate_seconds == 0) state.lab->simulate_seconds = 0;
  draw_lab(*state.lab, frame, area, frame.notice);
}

bool is_working(const LabState& state) {
  return state.lab && lab_moves(*state.lab);
}

bool escape(LabState& state) {
  if (!state.lab) return true;
  Lab& lab = *state.lab;
  if (lab.play.time) {
    lab.play = stopped(lab.play);
  } else if (lab.view.micro_batch || lab.view.stage) {
    lab.view.micro_batch.reset();
    lab.view.stage.reset();
  } else {
    lab.view = reset(lab.view);
  }
  return true;
}

void finish(LabState& state) {
  if (!state.lab) return;
  state.lab->play.running = false;
  refresh_lab(*state.lab);
  refresh_points(*state.lab, picture_points_seconds);
}

bool can_undo(const LabState& state) {
  return state.lab && state.lab->history.can_undo();
}

bool can_redo(const LabState& state) {
  return state.lab && state.lab->history.can_redo();
}

void undo(LabState& state) {
  state.lab->history.undo();
}

void redo(LabState& state) {
  state.lab->history.redo();
}

}  // namespace shardscope
