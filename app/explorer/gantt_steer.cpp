#include "app/explorer/gantt_steer.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace shardscope {

GanttView steer_gantt(GanttView view, const GanttGeometry& geometry, const GanttHover& hover, bool hovered) {
  const ImGuiIO& io = ImGui::GetIO();
  const GanttExtent& extent = geometry.extent;
  const double seconds_a_pixel = geometry.time.length() / std::max(1.0F, geometry.lanes.width());
  const bool on_time = hover.place == GanttPlace::lanes || hover.place == GanttPlace::axis;
  if (hovered && on_time && io.MouseWheel != 0) {
    if (io.KeyShift)
      view = pan(view, extent, -io.MouseWheel * 80 * seconds_a_pixel);
    else
      view = zoom_about(view, extent, hover.time, std::pow(1.25, io.MouseWheel));
  }
  if (hovered && io.MouseWheelH != 0) view = pan(view, extent, -io.MouseWheelH * 80 * seconds_a_pixel);
  if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const ImVec2 began = io.MouseClickedPos[0];
    if (geometry.minimap.contains(began)) {
      const double middle = geometry.minimap_time_of(io.MousePos.x);
      const double half = geometry.time.length() / 2;
      view = show_range(view, extent, {middle - half, middle + half});
    } else if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) {
      view = pan(view, extent, -io.MouseDelta.x * seconds_a_pixel);
    }
  }
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view = reset(view);
  return view;
}

GanttView steer_gantt_by_keys(GanttView view, const GanttGeometry& geometry, const GanttHover& hover) {
  if (ImGui::GetIO().WantTextInput || ImGui::GetIO().KeyCtrl) return view;
  const double screen = geometry.time.length();
  const double about = hover.place == GanttPlace::lanes ? hover.time : geometry.time.start + screen / 2;
  if (ImGui::IsKeyPressed(ImGuiKey_W)) view = zoom_about(view, geometry.extent, about, 1.5);
  if (ImGui::IsKeyPressed(ImGuiKey_S)) view = zoom_about(view, geometry.extent, about, 1 / 1.5);
  if (ImGui::IsKeyPressed(ImGuiKey_A)) view = pan(view, geometry.extent, -screen / 6);
  if (ImGui::IsKeyPressed(ImGuiKey_D)) view = pan(view, geometry.extent, screen / 6);
  if (ImGui::IsKeyPressed(ImGuiKey_F)) view = reset(view);
  return view;
}

bool gantt_clicked() {
  return ImGui::IsMouseReleased(ImGuiMouseButton_Left) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 16;
}

}  // namespace shardscope
