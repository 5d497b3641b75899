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

/// While the pointer rests on the words of the item that a title is, what the glossary says of its term.
void title_tip(const Frame& frame, TextRole role, const CardTitle& title) {
  const float end = ImGui::GetItemRectMin().x + text_width(frame.theme, role, title.words);
  if (title.term && ImGui::GetIO().MousePos.x <= end && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
    show_term_tip(frame, {std::string(name_of(*title.term))});
}

/// The first subtitle that fits; else whole clauses of the last one, or nothing.
std::string subtitle_within(const Theme& theme, std::span<const std::string> subtitles, float width) {
  for (const std::string& subtitle : subtitles)
    if (text_width(theme, TextRole::secondary, subtitle) <= width) return subtitle;
  return subtitles.empty() ? std::string() : whole_clauses(theme, TextRole::secondary, subtitles.back(), width);
}

}  // namespace

float titled(const Frame& frame, TextRole role, ImVec2 at, const CardTitle& title) {
  const float width = draw_text(*ImGui::GetWindowDrawList(), frame.theme, role, at, frame.theme.text, title.words);
  (void)chart_area(frame, "title=" + std::string(title.words),
                   {at, {at.x + width, at.y + text_height(frame.theme, role)}});
  title_tip(frame, role, title);
  return width;
}

Rect view_card(const ViewFrame& frame, const Rect& card, std::string_view view, const CardTitle& title,
               std::span<const std::string> subtitles, float reserved) {
  constexpr float mark_and_gaps = 46;
  const float used = text_width(frame.theme, TextRole::title, title.words) +
                     frame.theme.px(2 * design::card_padding + mark_and_gaps) + reserved;
  return view_card(frame, card, view, title, subtitle_within(frame.theme, subtitles, card.width() - used));
}

Rect view_card(const ViewFrame& frame, const Rect& card, std::string_view view, const CardTitle& title,
               std::string_view subtitle) {
  const CardFrame places = card_frame(frame.theme, card);
  frame.cards.push_back(card);
  const bool grown = frame.grown == view;
  const bool hovered = places.grow_mark.contains(ImGui::GetIO().MousePos);
  draw_card(*ImGui::GetWindowDrawList(), frame.theme, card, title.words, subtitle, grown, hovered);
  ImGui::PushID(title.words.data(), title.words.data() + title.words.size());
  ImGui::SetCursorScreenPos(places.grow_mark.min);
  bool toggled =
      ImGui::InvisibleButton("grow", {places.grow_mark.width(), places.grow_mark.height()}, ImGuiButtonFlags_EnableNav);
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
    show_tip(frame,
             {.title = grown ? "Back to all views" : "Grow to the whole area",
              .hint = grown ? "Or double-click the title, or Esc." : "Or double-click the title. Esc goes back."});
  const float title_width = std::min(places.title.width(), frame.theme.px(160));
  const std::string name(view);
  (void)chart_area(frame, "title=" + name, {places.title.min, {places.title.min.x + title_width, places.title.max.y}});
  toggled |= ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  title_tip(frame, TextRole::title, title);
  ImGui::PopID();
  if (toggled) frame.requests.grow = grown ? std::string() : name;
  frame.places.note("view." + name, places.body);
  frame.places.note("grow." + name, places.grow_mark);
  frame.places.note("title." + name, places.title);
  return places.body;
}

Rect plain_card(const Frame& frame, const Rect& card, const CardTitle& title, const std::string& subtitle,
                SubtitleAt at) {
  return plain_card(frame, card, title, std::span(&subtitle, 1), at);
}

Rect plain_card(const Frame& frame, const Rect& card, const CardTitle& title, std::span<const std::string> subtitles,
                SubtitleAt at, float reserved) {
  frame.cards.push_back(card);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Theme& theme = frame.theme;
  draw.AddRect(card.min, card.max, theme.line, theme.px(design::card_radius));
  const float left = card.min.x + theme.px(design::card_padding), right = card.max.x - theme.px(design::card_padding);
  const float y = card.min.y + theme.px(11);
  const bool beside = at == SubtitleAt::title;
  const std::string shown =
      beside ? std::string(title.words) : fitted(theme, TextRole::title, title.words, right - left);
  const float used = titled(frame, TextRole::title, {left, y}, {shown, title.term});
  const float start = left + used + theme.px(12), below = y + theme.px(1);
  const auto fits = [&](const std::string& words) {
    return text_width(theme, TextRole::secondary, words) <= right - start;
  };
  const auto whole = std::find_if(subtitles.begin(), subtitles.end(), fits);
  if (beside)
    draw_text(draw, theme, TextRole::secondary, {start, below}, theme.dim,
              subtitle_within(theme, subtitles, right - start - reserved));
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

bool is_one_column(const Theme& theme, const Rect& area) {
  constexpr float two_columns = 940;
  return area.width() < theme.px(two_columns);
}

float column_height(const Theme& theme, std::span<const float> heights) {
  float height = -theme.snapped_px(design::card_gap);
  for (const float each : heights) height += theme.snapped_px(each) + theme.snapped_px(design::card_gap);
  return height;
}

std::vector<Rect> column_of(const Theme& theme, const Rect& area, std::span<const float> heights) {
  std::vector<Rect> cards;
  float y = area.min.y;
  for (const float each : heights) {
    cards.push_back({{area.min.x, y}, {area.max.x, y + theme.snapped_px(each)}});
    y = cards.back().max.y + theme.snapped_px(design::card_gap);
  }
  return cards;
}

CardsArea begin_cards(const Frame& frame, const Rect& area, float least) {
  CardsArea cards_area{area, area, frame.cards.size(), least > area.height() + 1};
  if (!cards_area.scrolls) return cards_area;
  const float beside = frame.theme.snapped_px(12);  // the bar stands in the window's margin
  ImGui::SetCursorScreenPos(area.min);
  ImGui::BeginChild("cards", {area.width() + beside, area.height()}, ImGuiChildFlags_NavFlattened);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  cards_area.area = {at, {at.x + area.width(), at.y + least}};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.ChannelsSplit(2);
  draw.ChannelsSetCurrent(1);
  return cards_area;
}

void end_cards(const Frame& frame, const CardsArea& cards_area) {
  if (!cards_area.scrolls) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::vector<Rect> cards(frame.cards.begin() + static_cast<std::ptrdiff_t>(cards_area.cards_before),
                                frame.cards.end());
  draw.ChannelsSetCurrent(0);
  draw_surround(draw, frame.theme, cards_area.area, cards);
  draw.ChannelsMerge();
  for (const Rect& card : cards) note_visible(frame, "card", card);
  frame.cards.resize(cards_area.cards_before);
  frame.cards.push_back(cards_area.seen);
  ImGui::SetCursorScreenPos(cards_area.area.min);
  ImGui::Dummy({1, cards_area.area.height()});
  ImGui::EndChild();
}

void say_in_body(const Frame& frame, const Rect& body, std::string_view text) {
  const float width = std::min(body.width() * 0.8F, frame.theme.px(460));
  const float height = wrapped_height(frame.theme, TextRole::body, text, width);
  draw_wrapped(*ImGui::GetWindowDrawList(), frame.theme, TextRole::body,
               {body.center().x - width / 2, body.center().y - height / 2}, frame.theme.dim, text, width);
}

bool kept_back(const ViewFrame& frame, const Rect& body) {
  if (frame.lets_find_out) say_in_body(frame, body, "Find out first; then what other plans come to is shown here.");
  return frame.lets_find_out;
}

ImVec2 pointer_if(bool pointing) {
  return pointing ? ImGui::GetIO().MousePos : nowhere_to_point;
}

LegendHover legend_row(const Frame& frame, const Rect& row, std::span<const LegendItem> items) {
  const bool hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
  const LegendHover hover = draw_legend(*ImGui::GetWindowDrawList(), frame.theme, row, items, pointer_if(hovered));
  if (hover.others >= 0) show_tip(frame, explain_others(items, hover));
  if (hover.item < 0) return hover;
  const LegendItem& item = items[static_cast<std::size_t>(hover.item)];
  if (!item.help.empty())
    show_term_tip(frame,
                  {.title = std::string(item.label), .value = item.value, .lines = {item.help}, .figure = item.figure});
  return hover;
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
  under.pointed = ImGui::IsItemHovered();
  under.hovered = under.pointed && !under.focused;  // what keys stand on counts as hovered, without a pointer
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
  const float around = frame.theme.snapped_px(4), beside = frame.theme.snapped_px(10) + 1;
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

void draw_row_ground(const Theme& theme, const Rect& row, bool hovered) {
  ImGui::GetWindowDrawList()->AddRectFilled(row.min, row.max,
                                            hovered ? blend(theme.raised, theme.text, 0.08F) : theme.raised,
                                            theme.px(design::control_radius));
}

namespace {

constexpr float change_padding = 4, change_gap = 6, change_inset = 10;  // at scale 1

float widest_word(const Theme& theme, TextRole role, std::string_view words) {
  float widest = 0;
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    widest = std::max(widest, text_width(theme, role, words.substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

/// How wide a change's words may be: beside what it gains, or above it where a word has no room there.
struct WordsRoom {
  float width = 0;
  bool gain_below = false;
};
WordsRoom words_room(const Theme& theme, float width, const ChangeRow& change) {
  const float all = width - 2 * theme.px(change_inset);
  const float beside = all - text_width(theme, TextRole::strong, change.gain) - theme.px(8);
  const bool below = widest_word(theme, TextRole::strong, change.words) > beside;
  return {below ? all : beside, below};
}

float change_height(const Theme& theme, float width, const ChangeRow& change) {
  const float below =
      wrapped_height(theme, TextRole::secondary, change.below, width - 2 * theme.px(change_inset)) + theme.px(2);
  const WordsRoom room = words_room(theme, width, change);
  return std::round(wrapped_height(theme, TextRole::strong, change.words, room.width) +
                    (room.gain_below ? text_height(theme, TextRole::strong) : 0) + (change.below.empty() ? 0 : below) +
                    2 * theme.px(change_padding));
}

void draw_change_row(const Theme& theme, const Rect& row, const ChangeRow& change, bool hovered) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_row_ground(theme, row, hovered);
  if (change.present) draw.AddRect(row.min, row.max, theme.accent, theme.px(design::control_radius), 0, theme.px(1.5F));
  const float left = row.min.x + theme.px(change_inset), right = row.max.x - theme.px(change_inset);
  const float upper = row.min.y + theme.px(change_padding);
  const WordsRoom room = words_room(theme, row.width(), change);
  const float words =
      upper + draw_wrapped(draw, theme, TextRole::strong, {left, upper}, theme.text, change.words, room.width);
  draw_text_right(draw, theme, TextRole::strong, {right, room.gain_below ? words : upper},
                  change.gain_color != 0 ? change.gain_color : theme.good, change.gain);
  const float below = words + (room.gain_below ? text_height(theme, TextRole::strong) : 0) + theme.px(2);
  draw_wrapped(draw, theme, TextRole::secondary, {left, below}, change.below_color, change.below, right - left);
}

/// What E keeps of a row: its words, and the figures of the plan that it makes.
Explanation kept_of(const ChangeRow& row) {
  Explanation tip{row.words, row.gain, {row.below}, ""};
  if (row.makes == nullptr) return tip;
  tip.lines.emplace_back("Evaluated whole, beside the present plan.");
  tip.made_from = {"time.step_seconds", "memory.peak_bytes", "throughput.tokens_per_second"};
  tip.plan = std::make_shared<const OtherPlan>(OtherPlan{row.words, *row.makes});
  return tip;
}

}  // namespace

std::optional<std::size_t> change_rows(const Frame& frame, const Rect& body, const std::string& name,
                                       std::span<const ChangeRow> rows) {
  const Theme& theme = frame.theme;
  ImGui::SetCursorScreenPos(body.min);
  ImGui::BeginChild(name.c_str(), {body.width(), body.height()}, ImGuiChildFlags_NavFlattened);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const Rect row{at, {at.x + width, at.y + change_height(theme, width, rows[i])}};
    const std::string place = name + "." + std::to_string(i);
    if (ImGui::InvisibleButton(place.c_str(), {row.width(), row.height()}, ImGuiButtonFlags_EnableNav)) chosen = i;
    const bool hovered = ImGui::IsItemHovered();
    // A list that just grew can't be scrolled until the next frame: what it has no room for yet would be cut.
    if (ImGui::GetScrollMaxY() > 0 || row.max.y <= body.max.y + 1) draw_change_row(theme, row, rows[i], hovered);
    if (hovered && !rows[i].tip.empty())
      show_tip(frame, {rows[i].words, "", {rows[i].tip}, ""});
    else if (hovered)  // the row says it all; E keeps it
      frame.tip = kept_of(rows[i]);
    frame.places.note(place, row);
    ImGui::Dummy({1, theme.px(change_gap)});
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
  return chosen;
}

float fact_line(const Frame& frame, const Rect& area, float y, std::string_view name, const std::string& value,
                ImU32 ink) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float width = draw_text_right(draw, theme, TextRole::strong, {area.max.x, y}, ink, value);
  draw_fitted(draw, theme, TextRole::body, {area.min.x, y}, theme.dim, area.width() - width - theme.px(10), name);
  return y + theme.px(22);
}

void draw_share_bar(ImDrawList& draw, const Theme& theme, const Rect& bar, double share, ImU32 color) {
  draw.AddRectFilled(bar.min, bar.max, theme.raised, theme.px(2));
  const float lit = bar.width() * static_cast<float>(std::clamp(share, 0.0, 1.0));
  draw.AddRectFilled(bar.min, {bar.min.x + std::max(1.0F, lit), bar.max.y}, color, theme.px(2));
}

}  // namespace shardscope
