#include "app/launch/launch_view.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>

#include "app/launch/launch_detail.h"

namespace shardscope {

void draw_view(LaunchState& state, const ViewFrame& frame, const Rect& area) {
  const bool copies = ImGui::GetInputTextState(ImGui::GetActiveID()) == nullptr &&
                      ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_C, ImGuiInputFlags_RouteGlobal);
  refresh_launch(state, frame, ImGui::IsMouseDown(ImGuiMouseButton_Left));
  const float gap = frame.theme.snapped_px(design::card_gap);
  const float half = std::floor((area.width() - gap) * 0.46F);
  check_card(state, frame, {area.min, {area.min.x + half, area.max.y}});
  if (copies) copy_launch(state, frame);
  text_card(state, frame, {{area.min.x + half + gap, area.min.y}, area.max});
}

}  // namespace shardscope
