#include "app/timeline/gantt_steer.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

/// What a box means: the time that it spans, and its lanes where it is drawn over several of them on purpose.
GanttView show_box(GanttView view, const GanttGeometry& geometry, ImVec2 from, ImVec2 to) {
  constexpr float least = 8;
  const Rect& lanes = geometry.lanes;
  const auto x = [&](float at) { return std::clamp(at, lanes.min.x, lanes.max.x); };
  const auto y = [&](float at) { return std::clamp(at, lanes.min.y, lanes.max.y - 1); };
  const float width = std::abs(to.x - from.x), height = std::abs(to.y - from.y);
  if (width >= least)
    view = show_range(view, geometry.extent,
                      {geometry.time_of(x(std::min(from.x, to.x))), geometry.time_of(x(std::max(from.x, to.x)))});
  const auto first = geometry.rank_at(y(std::min(from.y, to.y))), last = geometry.rank_at(y(std::max(from.y, to.y)));
  if (first && last && *last > *first && height >= geometry.pitch) {
    view.lanes = {*first, *last - *first + 1};
    view = clamped(view, geometry.extent);
  }
  return view;
}

void draw_box(const GanttGeometry& geometry, ImVec2 from, ImVec2 to) {
  const ImU32 color = ImGui::GetColorU32(ImGuiCol_Text);
  const Rect& lanes = geometry.lanes;
  const ImVec2 low(std::max(std::min(from.x, to.x), lanes.min.x), std::max(std::min(from.y, to.y), lanes.min.y));
  const ImVec2 high(std::min(std::max(from.x, to.x), lanes.max.x), std::min(std::max(from.y, to.y), lanes.max.y));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_Text, 0.12F));
  draw.AddRect(low, high, color);
}

/// A drag that began in the lanes with Shift held draws a box; letting go shows what is in it. Whether this one is.
bool steer_box(GanttView& view, const GanttGeometry& geometry) {
  const ImGuiIO& io = ImGui::GetIO();
  bool& boxing = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetItemID(), false);
  const ImVec2 from = io.MouseClickedPos[0];
  if (ImGui::IsItemActivated()) boxing = io.KeyShift && geometry.lanes.contains(from);
  if (!boxing) return false;
  const bool far = io.MouseDragMaxDistanceSqr[0] >= 16;
  if (ImGui::IsItemActive() && far) draw_box(geometry, from, io.MousePos);
  if (ImGui::IsItemDeactivated()) {
    boxing = false;
    if (far) view = show_box(view, geometry, from, io.MousePos);
  }
  return true;
}

}  // namespace

GanttView steer_gantt(GanttView view, const GanttGeometry& geometry, const GanttHover& hover, bool hovered) {
  if (steer_box(view, geometry)) return view;
  const ImGuiIO& io = ImGui::GetIO();
  const GanttExtent& extent = geometry.extent;
  const double seconds_per_pixel = geometry.time.length() / std::max(1.0F, geometry.lanes.width());
  const bool on_time = hover.place == GanttPlace::lanes || hover.place == GanttPlace::axis;
  if (hovered && on_time && io.MouseWheel != 0) {
    if (io.KeyCtrl && hover.rank)
      view = zoom_lanes_about(view, extent, *hover.rank + 0.5, std::pow(1.25, io.MouseWheel));
    else if (io.KeyShift)
      view = pan(view, extent, -io.MouseWheel * 80 * seconds_per_pixel);
    else
      view = zoom_about(view, extent, hover.time, std::pow(1.25, io.MouseWheel));
  }
  if (hovered && io.MouseWheelH != 0) view = pan(view, extent, -io.MouseWheelH * 80 * seconds_per_pixel);
  if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const ImVec2 began = io.MouseClickedPos[0];
    if (geometry.minimap.contains(began)) {
      const double middle = geometry.minimap_time_of(io.MousePos.x);
      const double half = geometry.time.length() / 2;
      view = show_range(view, extent, {middle - half, middle + half});
    } else if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) {
      view = pan(view, extent, -io.MouseDelta.x * seconds_per_pixel);
    }
  }
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view = reset(view);
  return view;
}

void steer_played_gantt(GanttView& view, Play& play, const GanttGeometry& geometry, const GanttHover& hover,
                        bool hovered) {
  const bool from_axis = geometry.axis.contains(ImGui::GetIO().MouseClickedPos[0]);
  if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) && from_axis)
    play = put_at(play, geometry.time_of(ImGui::GetIO().MousePos.x), geometry.extent.step);
  else
    view = steer_gantt(view, geometry, hover, hovered);
}

GanttView following(const Play& play, GanttView view, const GanttExtent& extent) {
  const TimeRange shown = visible_time(view, extent);
  if (!play.running || !play.time || shown.length() >= extent.step) return view;
  const double late = shown.end - shown.length() * 0.1;
  if (*play.time > late) view = pan(view, extent, *play.time - late);
  return *play.time < shown.start ? pan(view, extent, *play.time - shown.start) : view;
}

GanttView steer_gantt_by_keys(GanttView view, const GanttGeometry& geometry, const GanttHover& hover, GanttKeys keys) {
  if (ImGui::GetIO().WantTextInput || ImGui::GetIO().KeyCtrl) return view;
  const double screen = geometry.time.length();
  const double about = hover.place == GanttPlace::lanes ? hover.time : geometry.time.start + screen / 2;
  const bool all = keys == GanttKeys::all;
  const auto pressed = [all](ImGuiKey letter, ImGuiKey one, ImGuiKey other = ImGuiKey_None) {
    const auto down = [](ImGuiKey key) { return key != ImGuiKey_None && ImGui::IsKeyPressed(key); };
    return down(letter) || (all && (down(one) || down(other)));
  };
  if (all)  // else they would move the keyboard's focus too
    for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow})
      ImGui::SetKeyOwner(key, ImGui::GetItemID());
  if (pressed(ImGuiKey_W, ImGuiKey_Equal, ImGuiKey_KeypadAdd)) view = zoom_about(view, geometry.extent, about, 1.5);
  if (pressed(ImGuiKey_S, ImGuiKey_Minus, ImGuiKey_KeypadSubtract))
    view = zoom_about(view, geometry.extent, about, 1 / 1.5);
  if (pressed(ImGuiKey_A, ImGuiKey_LeftArrow)) view = pan(view, geometry.extent, -screen / 6);
  if (pressed(ImGuiKey_D, ImGuiKey_RightArrow)) view = pan(view, geometry.extent, screen / 6);
  if (pressed(ImGuiKey_None, ImGuiKey_UpArrow)) view = pan(view, geometry.extent, 0, -1);
  if (pressed(ImGuiKey_None, ImGuiKey_DownArrow)) view = pan(view, geometry.extent, 0, 1);
  if (ImGui::IsKeyPressed(ImGuiKey_F) || ImGui::IsKeyPressed(ImGuiKey_Home)) view = reset(view);
  return view;
}

bool gantt_clicked() {
  return ImGui::IsMouseReleased(ImGuiMouseButton_Left) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 16;
}

void follow_clicked(std::optional<std::int32_t>& followed, const GanttHover& hover) {
  if (hover.place != GanttPlace::lanes) return;
  const auto batch = hover.pass ? std::optional(hover.pass->micro_batch) : std::nullopt;
  followed = followed == batch ? std::nullopt : batch;
}

}  // namespace shardscope
