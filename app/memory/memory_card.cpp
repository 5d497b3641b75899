// The Memory view as one of four cards.
#include <imgui.h>

#include "app/memory/memory_state.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/memory/explain_memory.h"
#include "render/memory/memory_bars.h"

namespace shardscope {

void memory_card(const ViewFrame& frame, const Rect& card) {
  const Rect body = view_card(frame, card, "memory", "Memory", "per pipeline stage, fullest GPU");
  const bool hovered = chart_area("memory", body);
  const MemoryView view{pointer_if(hovered), frame.selection.stage};
  const MemoryHover hover = draw_memory_bars(*ImGui::GetWindowDrawList(), body, frame.shown, view, frame.theme);
  if (!hovered) return;
  const Explanation explanation = explain_memory(frame.shown, hover);
  if (!explanation.empty()) show_tip(frame.theme, explanation);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Left) && hover.stage) pick_stage(frame.selection, hover.stage);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) copy_value(frame, explanation);
}

}  // namespace shardscope
