#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/explorer/window_parts.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"

namespace shardscope {

namespace {

/// A border between cards that the mouse drags; the pixels from where it is to where the hand wants it.
float splitter(const ViewFrame& frame, const char* name, const Rect& border, bool horizontal) {
  const HitArea under = hit_area(frame, name, border);
  const bool active = ImGui::IsItemActive();
  if (active || under.hovered) {
    ImGui::SetMouseCursor(horizontal ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
    const ImVec2 c = border.center();
    const float thickness = frame.theme.px(2);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (horizontal)
      draw.AddLine({border.min.x, c.y}, {border.max.x, c.y}, frame.theme.accent, thickness);
    else
      draw.AddLine({c.x, border.min.y}, {c.x, border.max.y}, frame.theme.accent, thickness);
  }
  if (!active) return 0;
  // Where in the border it was taken: a clamp on the way or a jump before the press must not move it from the hand.
  const ImVec2 pointer = ImGui::GetIO().MousePos, began = ImGui::GetIO().MouseClickedPos[0];
  float& grip = *ImGui::GetStateStorage()->GetFloatRef(under.id, 0);
  if (ImGui::IsItemActivated()) grip = horizontal ? began.y - border.min.y : began.x - border.min.x;
  return (horizontal ? pointer.y - border.min.y : pointer.x - border.min.x) - grip;
}

const char* switch_words(const Explorer& explorer) {
  return explorer.cluster_in_small_window ? "Show step" : "Show cluster";
}

/// The switch between Step and Cluster where they share a card.
void card_switch(Explorer& explorer, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const char* other = switch_words(explorer);
  const float width = button_width(theme, other);
  ImGui::SetCursorScreenPos({card.max.x - width - theme.px(38), card.min.y + theme.px(5)});
  if (text_button(frame, "button.step-or-cluster", other))
    explorer.cluster_in_small_window = !explorer.cluster_in_small_window;
}

void upper_row(Explorer& explorer, const ViewFrame& frame, const Rect& row, bool compact) {
  Arrangement& shares = explorer.session.settings.arrangement;
  const float between = frame.theme.snapped_px(design::card_gap);
  const float width = row.width() - between * (compact ? 1 : 2);
  const float memory = std::floor(width * (compact ? shares.memory_of_two : shares.memory));
  const Rect first{row.min, {row.min.x + memory, row.max.y}};
  draw_in_card(explorer.of<MemoryState>(), frame, first);
  const Rect border{{first.max.x, row.min.y}, {first.max.x + between, row.max.y}};
  if (compact) {
    const Rect second{{border.max.x, row.min.y}, row.max};
    const float reserved = button_width(frame.theme, switch_words(explorer)) + frame.theme.px(8);
    if (explorer.cluster_in_small_window)
      draw_in_card(explorer.of<ClusterState>(), frame, second, reserved);
    else
      draw_in_card(explorer.of<StepState>(), frame, second, reserved);
    card_switch(explorer, frame, second);
    const float moved = splitter(frame, "border.memory", border, false) / std::max(1.0F, width);
    shares.memory_of_two =
        std::clamp(shares.memory_of_two + moved, memory_of_two_bounds.least, memory_of_two_bounds.most);
    return;
  }
  const float step = std::floor(width * shares.step);
  const Rect second{{border.max.x, row.min.y}, {border.max.x + step, row.max.y}};
  const Rect next_border{{second.max.x, row.min.y}, {second.max.x + between, row.max.y}};
  draw_in_card(explorer.of<StepState>(), frame, second);
  draw_in_card(explorer.of<ClusterState>(), frame, {{next_border.max.x, row.min.y}, row.max});
  const float moved = splitter(frame, "border.memory", border, false) / std::max(1.0F, width);
  const float next_moved = splitter(frame, "border.step", next_border, false) / std::max(1.0F, width);
  // No card narrower than what it can be read at, as far as there is room for that.
  const float least = std::clamp(frame.theme.px(240) / std::max(1.0F, width), of_three_bounds.least, 0.3F);
  shares.memory = std::clamp(shares.memory + moved, least, 1 - 2 * least);
  shares.step = std::clamp(shares.step - moved + next_moved, least, 1 - least - shares.memory);
}

}  // namespace

void draw_card_alone(Explorer& explorer, const ViewFrame& frame, const Rect& area, const ViewEntry& view) {
  explorer.moment = played_moment(explorer.of<TimelineState>(), frame);
  view.draw_in_card(explorer.views, frame, area);
}

void draw_views(Explorer& explorer, const ViewFrame& frame, const Rect& area, bool compact) {
  explorer.moment = played_moment(explorer.of<TimelineState>(), frame);
  if (const ViewEntry* view = find_view(explorer.grown)) return view->draw(explorer.views, frame, area);
  Arrangement& shares = explorer.session.settings.arrangement;
  const float between = frame.theme.snapped_px(design::card_gap);
  const float upper = std::floor((area.height() - between) * shares.upper);
  upper_row(explorer, frame, {area.min, {area.max.x, area.min.y + upper}}, compact);
  const Rect border{{area.min.x, area.min.y + upper}, {area.max.x, area.min.y + upper + between}};
  draw_in_card(explorer.of<TimelineState>(), frame, {{area.min.x, border.max.y}, area.max});
  const float moved = splitter(frame, "border.upper", border, true);
  shares.upper =
      std::clamp(shares.upper + moved / std::max(1.0F, area.height()), upper_bounds.least, upper_bounds.most);
}

}  // namespace shardscope
