#include "app/run/run_cards.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <optional>

#include "render/chart/card.h"
#include "render/text/text.h"

namespace shardscope {

Rect run_plain_card(const Frame& frame, const Rect& card, std::string_view title,
                    std::span<const std::string> subtitles) {
  frame.cards.push_back(card);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Theme& theme = frame.theme;
  draw.AddRect(card.min, card.max, theme.line, theme.px(design::card_radius));
  const float left = card.min.x + theme.px(design::card_padding), y = card.min.y + theme.px(11);
  const float used = draw_text(draw, theme, TextRole::title, {left, y}, theme.text, title);
  const float start = left + used + theme.px(12);
  draw_text(draw, theme, TextRole::secondary, {start, y + theme.px(1)}, theme.dim,
            first_fitting(theme, TextRole::secondary, subtitles, card.max.x - theme.px(design::card_padding) - start));
  return card_frame(theme, card).body;
}

void note_visible(const Frame& frame, const char* name, const Rect& area) {
  const ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 low = draw.GetClipRectMin(), high = draw.GetClipRectMax();
  const Rect seen{{std::max(area.min.x, low.x), std::max(area.min.y, low.y)},
                  {std::min(area.max.x, high.x), std::min(area.max.y, high.y)}};
  if (seen.width() > 0 && seen.height() > 0) frame.places.note(name, seen);
}

namespace {

RunArea area_with(const Frame& frame, const char* name, const Rect& area, ImGuiButtonFlags flags) {
  ImGui::SetCursorScreenPos(area.min);
  RunArea under;
  under.pressed = ImGui::InvisibleButton(name, {std::max(1.0F, area.width()), std::max(1.0F, area.height())}, flags);
  under.focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
  under.hovered = ImGui::IsItemHovered() && !under.focused;  // what keys stand on counts as hovered, without a pointer
  under.id = ImGui::GetItemID();
  note_visible(frame, name, area);
  return under;
}

}  // namespace

RunArea run_area(const Frame& frame, const char* name, const Rect& area) {
  return area_with(frame, name, area, ImGuiButtonFlags_None);
}

RunArea run_button(const Frame& frame, const char* name, const Rect& area) {
  return area_with(frame, name, area, ImGuiButtonFlags_EnableNav);
}

void follow_keys(const KeyColumn& column, bool above) {
  const bool down = ImGui::IsKeyPressed(ImGuiKey_DownArrow), up = ImGui::IsKeyPressed(ImGuiKey_UpArrow);
  if (down == up || column.items.empty()) return;
  std::optional<std::size_t> next;
  if (above && down) next = 0;
  for (std::size_t i = 0; i < column.items.size(); ++i) {
    if (!column.items[i].under.focused) continue;
    if (down && i + 1 < column.items.size()) next = i + 1;
    if (up && i > 0) next = i - 1;
  }
  if (!next) return;
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  const KeyColumn::Item& item = column.items[*next];
  ImGui::NavMoveRequestCancel();
  ImGui::SetFocusID(item.under.id, window);
  ImGui::SetNavCursorVisible(true);
  ImGui::ScrollToRect(window, ImRect(item.row.min, item.row.max));
}

Rect begin_run_scroll(const char* name, const Frame& frame, const Rect& body) {
  // A little wider than the body: outlines keep whole, and the bar stands beside what it scrolls.
  const float around = frame.theme.snapped_px(4), beside = frame.theme.px(10);
  ImGui::SetCursorScreenPos({body.min.x - around, body.min.y - around});
  ImGui::BeginChild(name, {body.width() + around + beside, body.height() + around}, ImGuiChildFlags_NavFlattened);
  const ImVec2 corner = ImGui::GetCursorScreenPos(), at{corner.x + around, corner.y + around};
  return {at, {at.x + body.width(), at.y + body.height()}};
}

void end_run_scroll(const Rect& inside, float bottom) {
  ImGui::SetCursorScreenPos(inside.min);
  ImGui::Dummy({1, std::max(1.0F, bottom - inside.min.y)});
  ImGui::EndChild();
}

}  // namespace shardscope
