#include "app/explorer/views.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/launch/launch_view.h"
#include "app/panels/controls.h"
#include "render/chart/card.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// A border between cards that the mouse drags; the pixels from where it is to where the hand wants it.
float splitter(const Frame& frame, const char* name, const Rect& border, bool horizontal) {
  ImGui::SetCursorScreenPos(border.min);
  ImGui::InvisibleButton(name, {std::max(1.0F, border.width()), std::max(1.0F, border.height())});
  frame.places.note(name, border);
  const bool active = ImGui::IsItemActive();
  if (active || ImGui::IsItemHovered()) {
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
  float& grip = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetItemID(), 0);
  if (ImGui::IsItemActivated()) grip = horizontal ? began.y - border.min.y : began.x - border.min.x;
  return (horizontal ? pointer.y - border.min.y : pointer.x - border.min.x) - grip;
}

const char* switch_words(const Explorer& explorer) {
  return explorer.cluster_in_small_window ? "Show step" : "Show cluster";
}

/// The switch between Step and Cluster where they share a card.
void card_switch(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const char* other = switch_words(explorer);
  const float width = button_width(theme, other);
  ImGui::SetCursorScreenPos({card.max.x - width - theme.px(38), card.min.y + theme.px(5)});
  if (text_button(frame, "button.step-or-cluster", other))
    explorer.cluster_in_small_window = !explorer.cluster_in_small_window;
}

void upper_row(Explorer& explorer, const Frame& frame, const Rect& row, bool compact) {
  Arrangement& shares = explorer.settings.arrangement;
  const float gap = frame.theme.snapped_px(design::card_gap);
  const float width = row.width() - gap * (compact ? 1 : 2);
  const float memory = std::floor(width * (compact ? shares.memory_of_two : shares.memory));
  const Rect first{row.min, {row.min.x + memory, row.max.y}};
  memory_card(explorer, frame, first);
  const Rect border{{first.max.x, row.min.y}, {first.max.x + gap, row.max.y}};
  if (compact) {
    const Rect second{{border.max.x, row.min.y}, row.max};
    const float reserved = button_width(frame.theme, switch_words(explorer)) + frame.theme.px(8);
    if (explorer.cluster_in_small_window)
      cluster_card(explorer, frame, second, reserved);
    else
      step_card(explorer, frame, second, reserved);
    card_switch(explorer, frame, second);
    const float moved = splitter(frame, "border.memory", border, false) / std::max(1.0F, width);
    shares.memory_of_two = std::clamp(shares.memory_of_two + moved, 0.3F, 0.7F);
    return;
  }
  const float step = std::floor(width * shares.step);
  const Rect second{{border.max.x, row.min.y}, {border.max.x + step, row.max.y}};
  const Rect next_border{{second.max.x, row.min.y}, {second.max.x + gap, row.max.y}};
  step_card(explorer, frame, second);
  cluster_card(explorer, frame, {{next_border.max.x, row.min.y}, row.max});
  const float moved = splitter(frame, "border.memory", border, false) / std::max(1.0F, width);
  const float next_moved = splitter(frame, "border.step", next_border, false) / std::max(1.0F, width);
  // No card narrower than what it can be read at, as far as there is room for that.
  const float least = std::min(frame.theme.px(240) / std::max(1.0F, width), 0.3F);
  shares.memory = std::clamp(shares.memory + moved, least, 1 - 2 * least);
  shares.step = std::clamp(shares.step - moved + next_moved, least, 1 - least - shares.memory);
}

void grown_view(Explorer& explorer, const Frame& frame, const Rect& area) {
  const bool roomy = area.height() > frame.theme.px(760);  // else the tables would be cut
  switch (explorer.grown) {
    case ViewKind::memory:
      return memory_detail(explorer, frame, roomy ? layout_card(explorer, frame, area) : area);
    case ViewKind::step:
      return step_detail(explorer, frame, area);
    case ViewKind::cluster:
      return cluster_detail(explorer, frame, area);
    case ViewKind::timeline:
      return timeline_card(explorer, frame, explorer.timeline.beside ? area : layout_card(explorer, frame, area));
    case ViewKind::run:
      return run_detail(explorer, frame, area);
    case ViewKind::launch:
      return launch_view(explorer, frame, area);
    case ViewKind::all:
      return;
  }
}

}  // namespace

void draw_views(Explorer& explorer, const Frame& frame, const Rect& area, bool compact) {
  if (explorer.grown != ViewKind::all) return grown_view(explorer, frame, area);
  Arrangement& shares = explorer.settings.arrangement;
  const float gap = frame.theme.snapped_px(design::card_gap);
  const float upper = std::floor((area.height() - gap) * shares.upper);
  upper_row(explorer, frame, {area.min, {area.max.x, area.min.y + upper}}, compact);
  const Rect border{{area.min.x, area.min.y + upper}, {area.max.x, area.min.y + upper + gap}};
  timeline_card(explorer, frame, {{area.min.x, border.max.y}, area.max});
  const float moved = splitter(frame, "border.upper", border, true);
  shares.upper = std::clamp(shares.upper + moved / std::max(1.0F, area.height()), 0.2F, 0.8F);
}

Rect view_card(Explorer& explorer, const Frame& frame, const Rect& card, ViewKind view, std::string_view name,
               std::string_view title, std::string_view subtitle) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const CardFrame places = card_frame(frame.theme, card);
  frame.cards.push_back(card);
  const bool grown = explorer.grown == view;
  const bool hovered = places.grow_mark.contains(ImGui::GetIO().MousePos);
  draw_card(draw, frame.theme, card, title, subtitle, grown, hovered);
  ImGui::PushID(title.data(), title.data() + title.size());
  ImGui::SetCursorScreenPos(places.grow_mark.min);
  bool toggled = ImGui::InvisibleButton("grow", {places.grow_mark.width(), places.grow_mark.height()});
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
    show_tip(
        frame.theme,
        {grown ? "Back to all views" : "Grow to the whole area", "", {"Or double-click the title."}, "Esc goes back"});
  ImGui::SetCursorScreenPos(places.title.min);
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton("title", {std::max(1.0F, std::min(places.title.width(), frame.theme.px(160))),
                                   std::max(1.0F, places.title.height())});
  toggled |= ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  ImGui::PopID();
  if (toggled) explorer.grown = grown ? ViewKind::all : view;
  frame.places.note(std::string("view.") + std::string(name), places.body);
  frame.places.note(std::string("grow.") + std::string(name), places.grow_mark);
  frame.places.note(std::string("title.") + std::string(name), places.title);
  return places.body;
}

void say_in_body(const Frame& frame, const Rect& body, std::string_view text) {
  const float width = std::min(body.width() * 0.8F, frame.theme.px(460));
  const float height = wrapped_height(frame.theme, TextRole::body, text, width);
  draw_wrapped(*ImGui::GetWindowDrawList(), frame.theme, TextRole::body,
               {body.center().x - width / 2, body.center().y - height / 2}, frame.theme.dim, text, width);
}

}  // namespace shardscope
