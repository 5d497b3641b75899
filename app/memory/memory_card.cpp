// The Memory view as one of four cards.
#include <imgui.h>

#include "app/memory/memory_state.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/memory/explain_memory.h"
#include "render/memory/memory_bars.h"

namespace shardscope {

MemoryHover memory_bars(const ViewFrame& frame, const Rect& area, std::optional<std::int32_t> picked) {
  const bool hovered = chart_area(frame, "memory.bars", area);
  MemoryView view{pointer_if(hovered), picked};
  if (frame.before) view.before = frame.before->stage_bytes;
  const MemoryHover hover = draw_memory_bars(*ImGui::GetWindowDrawList(), area, frame.shown, view, frame.theme);
  if (!hovered) return {};
  const Explanation explanation = explain_memory(frame.shown, hover);
  show_tip(frame.theme, explanation);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) copy_value(frame, explanation);
  return hover;
}

void memory_card(const ViewFrame& frame, const Rect& card) {
  const Rect body =
      view_card(frame, card, MemoryState::info.name, MemoryState::info.title, "per pipeline stage, fullest GPU");
  const MemoryHover hover = memory_bars(frame, body, frame.selection.stage);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Left) && hover.stage) pick_stage(frame.selection, hover.stage);
}

}  // namespace shardscope
