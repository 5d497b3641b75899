#include "app/panels/cards.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/panels/controls.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// While the pointer rests on the item that a title is, what the glossary says of it.
void title_tip(const Frame& frame, std::string_view title) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) return;
  show_tip(frame.theme, explain_title(title, frame.presets.glossary));
}

}  // namespace

float titled(const Frame& frame, TextRole role, ImVec2 at, std::string_view title) {
  const float width = draw_text(*ImGui::GetWindowDrawList(), frame.theme, role, at, frame.theme.text, title);
  (void)chart_area(frame, "title=" + std::string(title), {at, {at.x + width, at.y + text_height(frame.theme, role)}});
  title_tip(frame, title);
  return width;
}

Rect view_card(const ViewFrame& frame, const Rect& card, std::string_view view, std::string_view title,
               std::span<const std::string> subtitles, float reserved) {
  constexpr float mark_and_gaps = 46;
  const float used = text_width(frame.theme, TextRole::title, title) +
                     frame.theme.px(2 * design::card_padding + mark_and_gaps) + reserved;
  return view_card(frame, card, view, title,
                   first_fitting(frame.theme, TextRole::secondary, subtitles, card.width() - used));
}

Rect view_card(const ViewFrame& frame, const Rect& card, std::string_view view, std::string_view title,
               std::string_view subtitle) {
  const CardFrame places = card_frame(frame.theme, card);
  frame.cards.push_back(card);
  const bool grown = frame.grown == view;
  const bool hovered = places.grow_mark.contains(ImGui::GetIO().MousePos);
  draw_card(*ImGui::GetWindowDrawList(), frame.theme, card, title, subtitle, grown, hovered);
  ImGui::PushID(title.data(), title.data() + title.size());
  ImGui::SetCursorScreenPos(places.grow_mark.min);
  bool toggled =
      ImGui::InvisibleButton("grow", {places.grow_mark.width(), places.grow_mark.height()}, ImGuiButtonFlags_EnableNav);
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
    show_tip(
        frame.theme,
        {grown ? "Back to all views" : "Grow to the whole area", "", {"Or double-click the title."}, "Esc goes back"});
  const float title_width = std::min(places.title.width(), frame.theme.px(160));
  const std::string name(view);
  (void)chart_area(frame, "title=" + name, {places.title.min, {places.title.min.x + title_width, places.title.max.y}});
  toggled |= ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  title_tip(frame, title);
  ImGui::PopID();
  if (toggled) frame.requests.grow = grown ? std::string() : name;
  frame.places.note("view." + name, places.body);
  frame.places.note("grow." + name, places.grow_mark);
  frame.places.note("title." + name, places.title);
  return places.body;
}

Rect plain_card(const Frame& frame, const Rect& card, std::string_view title, const std::string& subtitle,
                SubtitleAt at) {
  return plain_card(frame, card, title, std::span(&subtitle, 1), at);
}

Rect plain_card(const Frame& frame, const Rect& card, std::string_view title, std::span<const std::string> subtitles,
                SubtitleAt at, float reserved) {
  frame.cards.push_back(card);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Theme& theme = frame.theme;
  draw.AddRect(card.min, card.max, theme.line, theme.px(design::card_radius));
  const float left = card.min.x + theme.px(design::card_padding), right = card.max.x - theme.px(design::card_padding);
  const float y = card.min.y + theme.px(11);
  const bool beside = at == SubtitleAt::title;
  const float used = titled(frame, TextRole::title, {left, y},
                            beside ? std::string(title) : fitted(theme, TextRole::title, title, right - left));
  const float start = left + used + theme.px(12), below = y + theme.px(1);
  const auto fits = [&](const std::string& words) {
    return text_width(theme, TextRole::secondary, words) <= right - start;
  };
  const auto whole = std::find_if(subtitles.begin(), subtitles.end(), fits);
  if (beside)
    draw_text(draw, theme, TextRole::secondary, {start, below}, theme.dim,
              first_fitting(theme, TextRole::secondary, subtitles, right - start - reserved));
  else if (right > start && whole != subtitles.end())
    draw_text_right(draw, theme, TextRole::secondary, {right, below}, theme.dim, *whole);
  return card_frame(theme, card).body;
}

CardFrame bare_card(const Frame& frame, const Rect& card) {
  frame.cards.push_back(card);
  ImGui::GetWindowDrawList()->AddRect(card.min, card.max, frame.theme.line, frame.theme.px(design::card_radius), 0,
                                      std::max(1.0F, std::floor(frame.theme.scale)));
  return card_frame(frame.theme, card);
}

void say_in_body(const Frame& frame, const Rect& body, std::string_view text) {
  const float width = std::min(body.width() * 0.8F, frame.theme.px(460));
  const float height = wrapped_height(frame.theme, TextRole::body, text, width);
  draw_wrapped(*ImGui::GetWindowDrawList(), frame.theme, TextRole::body,
               {body.center().x - width / 2, body.center().y - height / 2}, frame.theme.dim, text, width);
}

ImVec2 pointer_if(bool pointing) {
  return pointing ? ImGui::GetIO().MousePos : nowhere_to_point;
}

bool chart_area(const Frame& frame, const std::string& name, const Rect& area) {
  ImGui::SetCursorScreenPos(area.min);
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton(name.c_str(), {std::max(1.0F, area.width()), std::max(1.0F, area.height())});
  frame.places.note(name, area);
  return ImGui::IsItemHovered();
}

void note_visible(const Frame& frame, const char* name, const Rect& area) {
  const ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 low = draw.GetClipRectMin(), high = draw.GetClipRectMax();
  const Rect seen{{std::max(area.min.x, low.x), std::max(area.min.y, low.y)},
                  {std::min(area.max.x, high.x), std::min(area.max.y, high.y)}};
  if (seen.width() > 0 && seen.height() > 0) frame.places.note(name, seen);
}

namespace {

HitArea area_with(const Frame& frame, const char* name, const Rect& area, ImGuiButtonFlags flags) {
  ImGui::SetCursorScreenPos(area.min);
  HitArea under;
  under.pressed = ImGui::InvisibleButton(name, {std::max(1.0F, area.width()), std::max(1.0F, area.height())}, flags);
  under.focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
  under.hovered = ImGui::IsItemHovered() && !under.focused;  // what keys stand on counts as hovered, without a pointer
  under.id = ImGui::GetItemID();
  note_visible(frame, name, area);
  return under;
}

}  // namespace

HitArea hit_area(const Frame& frame, const char* name, const Rect& area) {
  return area_with(frame, name, area, ImGuiButtonFlags_None);
}

HitArea hit_button(const Frame& frame, const char* name, const Rect& area) {
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

Rect begin_scroll(const char* name, const Frame& frame, const Rect& body) {
  // A little wider than the body: outlines keep whole, and the bar stands beside what it scrolls.
  const float around = frame.theme.snapped_px(4), beside = frame.theme.px(10);
  ImGui::SetCursorScreenPos({body.min.x - around, body.min.y - around});
  ImGui::BeginChild(name, {body.width() + around + beside, body.height() + around}, ImGuiChildFlags_NavFlattened);
  const ImVec2 corner = ImGui::GetCursorScreenPos(), at{corner.x + around, corner.y + around};
  return {at, {at.x + body.width(), at.y + body.height()}};
}

void end_scroll(const Rect& inside, float bottom) {
  ImGui::SetCursorScreenPos(inside.min);
  ImGui::Dummy({1, std::max(1.0F, bottom - inside.min.y)});
  ImGui::EndChild();
}

void copy_value(const Frame& frame, const Explanation& explanation) {
  if (explanation.value.empty()) return;
  ImGui::SetClipboardText(explanation.value.c_str());
  frame.said = "Copied " + explanation.value;
}

void draw_row_ground(const Theme& theme, const Rect& row, bool hovered) {
  ImGui::GetWindowDrawList()->AddRectFilled(row.min, row.max,
                                            hovered ? blend(theme.raised, theme.text, 0.08F) : theme.raised,
                                            theme.px(design::control_radius));
}

namespace {

void draw_change_row(const Theme& theme, const Rect& row, const ChangeRow& change, bool hovered) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_row_ground(theme, row, hovered);
  const float left = row.min.x + theme.px(10), right = row.max.x - theme.px(10);
  const float upper = row.min.y + theme.px(4), lower = row.min.y + theme.px(21);
  const float gain = text_width(theme, TextRole::strong, change.gain);
  draw_text(draw, theme, TextRole::strong, {left, upper}, theme.text,
            fitted(theme, TextRole::strong, change.words, right - gain - left - theme.px(8)));
  draw_text(draw, theme, TextRole::secondary, {left, lower}, change.below_color,
            fitted(theme, TextRole::secondary, change.below, right - left));
  draw_text_right(draw, theme, TextRole::strong, {right, upper}, theme.good, change.gain);
}

}  // namespace

std::optional<std::size_t> change_rows(const Frame& frame, const Rect& body, const std::string& name,
                                       std::span<const ChangeRow> rows, float height) {
  ImGui::SetCursorScreenPos(body.min);
  ImGui::BeginChild(name.c_str(), {body.width(), body.height()}, ImGuiChildFlags_NavFlattened);
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect row{at, {at.x + ImGui::GetContentRegionAvail().x, at.y + height}};
    const std::string place = name + "." + std::to_string(i);
    if (ImGui::InvisibleButton(place.c_str(), {row.width(), row.height()}, ImGuiButtonFlags_EnableNav)) chosen = i;
    draw_change_row(frame.theme, row, rows[i], ImGui::IsItemHovered());
    frame.places.note(place, row);
    ImGui::Dummy({1, frame.theme.px(6)});
  }
  ImGui::EndChild();
  return chosen;
}

float fact_line(const Frame& frame, const Rect& area, float y, std::string_view name, const std::string& value,
                ImU32 ink) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float width = draw_text_right(draw, theme, TextRole::strong, {area.max.x, y}, ink, value);
  draw_text(draw, theme, TextRole::body, {area.min.x, y}, theme.dim,
            fitted(theme, TextRole::body, name, area.width() - width - theme.px(10)));
  return y + theme.px(22);
}

void draw_share_bar(ImDrawList& draw, const Theme& theme, const Rect& bar, double share, ImU32 color) {
  draw.AddRectFilled(bar.min, bar.max, theme.raised, theme.px(2));
  const float lit = bar.width() * static_cast<float>(std::clamp(share, 0.0, 1.0));
  draw.AddRectFilled(bar.min, {bar.min.x + std::max(1.0F, lit), bar.max.y}, color, theme.px(2));
}

}  // namespace shardscope
