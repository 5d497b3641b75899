#include "render/chart/card.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/chart/chart.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float title_row = 38, mark_size = 20, arrow = 4.5f, swatch = 11, swatch_gap = 5, item_gap = 16, value_gap = 4;
constexpr float box_padding = 12, box_width_max = 380, box_offset = 14, line_gap = 3;

/// A diagonal with an arrow head at `tip`, coming from `tail`.
void draw_arrow(ImDrawList& draw, ImVec2 tail, ImVec2 tip, float head, ImU32 color, float thickness) {
  const float dx = tip.x > tail.x ? -head : head, dy = tip.y > tail.y ? -head : head;
  draw.AddLine(tail, tip, color, thickness);
  draw.AddLine(tip, {tip.x + dx, tip.y}, color, thickness);
  draw.AddLine(tip, {tip.x, tip.y + dy}, color, thickness);
}

float item_width(const Theme& theme, const LegendItem& item, bool with_value) {
  const float width = theme.px(swatch + swatch_gap) + text_width(theme, TextRole::secondary, item.label);
  if (!with_value || item.value.empty()) return width;
  return width + theme.px(value_gap) + text_width(theme, TextRole::secondary, item.value);
}

float row_width(const Theme& theme, std::span<const LegendItem> items, bool with_values, float gap) {
  float width = gap * static_cast<float>(items.empty() ? 0 : items.size() - 1);
  for (const LegendItem& item : items) width += item_width(theme, item, with_values);
  return width;
}

void draw_item(ImDrawList& draw, const Theme& theme, ImVec2 at, float middle, const LegendItem& item, bool with_value) {
  const float size = theme.snapped_px(swatch), top = std::round(middle - size / 2);
  const Rect mark{{std::round(at.x), top}, {std::round(at.x) + size, top + size}};
  if (item.hatched)
    draw_idle(draw, theme, mark, item.color);
  else
    draw_bar(draw, mark, item.color, theme.px(design::bar_radius));
  const float x = at.x + theme.px(swatch + swatch_gap);
  const float label = draw_text(draw, theme, TextRole::secondary, {x, at.y}, theme.text, item.label);
  if (with_value && !item.value.empty())
    draw_text(draw, theme, TextRole::secondary, {x + label + theme.px(value_gap), at.y}, theme.text, item.value);
}

float box_text_width(const Theme& theme, const Explanation& explanation) {
  float width = text_width(theme, TextRole::strong, explanation.title) +
                text_width(theme, TextRole::strong, explanation.value) + theme.px(24);
  for (const std::string& line : explanation.lines)
    width = std::max(width, text_width(theme, TextRole::secondary, line));
  for (const std::string* below : {&explanation.source, &explanation.hint})
    width = std::max(width, text_width(theme, TextRole::secondary, *below));
  return std::min(std::ceil(width), theme.px(box_width_max));
}

float box_text_height(const Theme& theme, const Explanation& explanation, float width) {
  float height = text_height(theme, TextRole::strong);
  for (const std::string& line : explanation.lines)
    height += theme.px(line_gap) + wrapped_height(theme, TextRole::secondary, line, width);
  for (const std::string* below : {&explanation.source, &explanation.hint})
    if (!below->empty()) height += theme.px(line_gap) + wrapped_height(theme, TextRole::secondary, *below, width);
  return std::ceil(height);
}

/// Beside the pointer, on the side where there is room, within the bounds as far as they are large enough.
ImVec2 box_place(ImVec2 pointer, ImVec2 size, const Rect& bounds, float offset) {
  float x = pointer.x + offset, y = pointer.y + offset;
  if (x + size.x > bounds.max.x) x = pointer.x - offset - size.x;
  if (y + size.y > bounds.max.y) y = pointer.y - offset - size.y;
  x = std::max(bounds.min.x, std::min(x, bounds.max.x - size.x));
  y = std::max(bounds.min.y, std::min(y, bounds.max.y - size.y));
  return {std::round(x), std::round(y)};
}

/// Fills what the cards leave of a band that no card begins or ends in.
void fill_band(ImDrawList& draw, ImU32 color, const Rect& area, std::span<const Rect> cards, float top, float bottom) {
  std::vector<const Rect*> across;
  for (const Rect& card : cards)
    if (card.min.y <= top && card.max.y >= bottom) across.push_back(&card);
  std::sort(across.begin(), across.end(), [](const Rect* a, const Rect* b) { return a->min.x < b->min.x; });
  float x = area.min.x;
  for (const Rect* card : across) {
    if (card->min.x > x) draw.AddRectFilled({x, top}, {card->min.x, bottom}, color);
    x = std::max(x, card->max.x);
  }
  if (area.max.x > x) draw.AddRectFilled({x, top}, {area.max.x, bottom}, color);
}

/// What a round corner leaves of a square one, at all four.
void cut_corners(ImDrawList& draw, ImU32 color, const Rect& card, float radius) {
  constexpr float quarter = 1.57079633F;
  struct Corner {
    ImVec2 at, center;
    float from;
  };
  const float r = radius;
  const std::array<Corner, 4> corners = {{{card.min, {card.min.x + r, card.min.y + r}, 2 * quarter},
                                          {{card.max.x, card.min.y}, {card.max.x - r, card.min.y + r}, 3 * quarter},
                                          {card.max, {card.max.x - r, card.max.y - r}, 0},
                                          {{card.min.x, card.max.y}, {card.min.x + r, card.max.y - r}, quarter}}};
  const ImDrawListFlags flags = draw.Flags;
  draw.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // the border that is drawn over it is smooth
  for (const Corner& corner : corners) {
    draw.PathLineTo(corner.at);
    draw.PathArcTo(corner.center, r, corner.from, corner.from + quarter, 8);
    draw.PathFillConvex(color);
  }
  draw.Flags = flags;
}

}  // namespace

CardFrame card_frame(const Theme& theme, const Rect& card) {
  const float padding = theme.snapped_px(design::card_padding), row = theme.snapped_px(title_row);
  const float mark = theme.snapped_px(mark_size);
  CardFrame frame;
  frame.title = {{card.min.x + padding, card.min.y}, {card.max.x - padding, card.min.y + row}};
  frame.body = {
      {card.min.x + padding, card.min.y + row},
      {std::max(card.min.x + padding, card.max.x - padding), std::max(card.min.y + row, card.max.y - padding)}};
  const float middle = std::round(frame.title.center().y);
  const float right = card.max.x - padding + theme.snapped_px(4);
  frame.grow_mark = {{right - mark, middle - mark / 2}, {right, middle + mark / 2}};
  return frame;
}

void draw_surround(ImDrawList& draw, const Theme& theme, const Rect& area, std::span<const Rect> cards) {
  std::vector<float> edges = {area.min.y, area.max.y};
  for (const Rect& card : cards) {
    edges.push_back(card.min.y);
    edges.push_back(card.max.y);
  }
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0; i + 1 < edges.size(); ++i)
    if (edges[i + 1] > edges[i]) fill_band(draw, theme.bg, area, cards, edges[i], edges[i + 1]);
  for (const Rect& card : cards) cut_corners(draw, theme.bg, card, theme.px(design::card_radius));
}

void draw_grow_mark(ImDrawList& draw, const Theme& theme, const Rect& mark, bool grown, bool hovered) {
  const ImVec2 center(std::floor(mark.center().x) + 0.5f, std::floor(mark.center().y) + 0.5f);
  const float far = theme.px(arrow), near = theme.px(1), head = theme.px(3), thickness = theme.px(1.1f);
  const ImU32 color = hovered ? theme.text : theme.dim;
  const float tail = grown ? far : near, tip = grown ? near : far;
  draw_arrow(draw, {center.x + tail, center.y - tail}, {center.x + tip, center.y - tip}, head, color, thickness);
  draw_arrow(draw, {center.x - tail, center.y + tail}, {center.x - tip, center.y + tip}, head, color, thickness);
}

CardFrame draw_card(ImDrawList& draw, const Theme& theme, const Rect& card, std::string_view title,
                    std::string_view subtitle, bool grown, bool mark_hovered) {
  const CardFrame frame = card_frame(theme, card);
  const float radius = theme.px(design::card_radius), border = std::max(1.0f, std::floor(theme.scale));
  draw.AddRect(card.min, card.max, theme.line, radius, 0, border);
  const float middle = frame.title.center().y, room = frame.grow_mark.min.x - theme.px(8);
  const std::string shown = fitted(theme, TextRole::title, title, std::max(0.0f, room - frame.title.min.x));
  const float title_top = middle - text_height(theme, TextRole::title) / 2;
  const float title_width = draw_text(draw, theme, TextRole::title, {frame.title.min.x, title_top}, theme.text, shown);
  const float x = frame.title.min.x + title_width + theme.px(12);
  if (x + theme.px(24) < room)
    draw_text(draw, theme, TextRole::secondary, {x, middle - text_height(theme, TextRole::secondary) / 2}, theme.dim,
              whole_clauses(theme, TextRole::secondary, subtitle, room - x));
  draw_grow_mark(draw, theme, frame.grow_mark, grown, mark_hovered);
  return frame;
}

float legend_width(const Theme& theme, std::span<const LegendItem> items) {
  return row_width(theme, items, true, theme.px(item_gap));
}

float legend_width_min(const Theme& theme, std::span<const LegendItem> items) {
  return row_width(theme, items, true, theme.px(item_gap / 2));
}

float legend_line_height(const Theme& theme) {
  return theme.snapped_px(20);
}

namespace {

/// How many more there are; whether the pointer is on that.
bool draw_others(ImDrawList& draw, const Theme& theme, const Rect& area, std::size_t others, ImVec2 pointer) {
  const std::string words = "+" + std::to_string(others);
  const float width = draw_text(draw, theme, TextRole::secondary,
                                {area.min.x, text_top(theme, TextRole::secondary, area)}, theme.accent, words);
  return Rect{area.min, {area.min.x + width, area.max.y}}.contains(pointer);
}

/// The same in a line above that had so many items.
LegendHover below(LegendHover hover, int above) {
  if (hover.item >= 0) hover.item += above;
  if (hover.others >= 0) hover.others += above;
  return hover;
}

}  // namespace

Explanation explain_others(std::span<const LegendItem> items, const LegendHover& hover) {
  if (hover.others < 0) return {};
  Explanation tip{"In the chart besides", {}, {}, {}};
  for (const LegendItem& each : items.subspan(static_cast<std::size_t>(hover.others)))
    tip.lines.push_back(std::string(each.label) + (each.value.empty() ? "" : " " + each.value));
  return tip;
}

LegendHover draw_legend(ImDrawList& draw, const Theme& theme, const Rect& row, std::span<const LegendItem> items,
                        ImVec2 pointer) {
  const float line = legend_line_height(theme);
  if (items.size() > 1 && row.height() >= 2 * line && legend_width_min(theme, items) > row.width()) {
    std::size_t above = items.size() - 1;  // as many as fit go first
    while (above > 1 && legend_width_min(theme, items.first(above)) > row.width()) --above;
    const Rect first{row.min, {row.max.x, row.min.y + line}}, second{{row.min.x, row.min.y + line}, row.max};
    const LegendHover under = draw_legend(draw, theme, first, items.first(above), pointer);
    const LegendHover after =
        draw_legend(draw, theme, {second.min, {second.max.x, second.min.y + line}}, items.subspan(above), pointer);
    return under.item >= 0 || under.others >= 0 ? under : below(after, static_cast<int>(above));
  }
  const float middle = row.center().y, top = middle - text_height(theme, TextRole::secondary) / 2;
  float gap = theme.px(item_gap);
  const float tight = theme.px(item_gap / 2);
  if (row_width(theme, items, true, gap) > row.width()) gap = tight;
  const bool with_values = row_width(theme, items, true, gap) <= row.width();
  LegendHover under;
  float x = row.min.x;
  const bool all = row_width(theme, items, with_values, gap) <= row.width() + 1;
  const float end = row.max.x + 1 - (all ? 0 : text_width(theme, TextRole::secondary, "+99"));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const float width = item_width(theme, items[i], with_values);
    if (x + width > end) {
      if (draw_others(draw, theme, {{x, row.min.y}, row.max}, items.size() - i, pointer))
        under.others = static_cast<int>(i);
      break;
    }
    draw_item(draw, theme, {x, top}, middle, items[i], with_values);
    if (Rect{{x, row.min.y}, {x + width, row.max.y}}.contains(pointer)) under.item = static_cast<int>(i);
    x += width + gap;
  }
  return under;
}

namespace {

/// How large the box with these words is; its text is at most `width_max` wide.
ImVec2 box_size(const Theme& theme, const Explanation& explanation, float width_max) {
  const float width = std::min(box_text_width(theme, explanation), width_max), padding = theme.snapped_px(box_padding);
  return {width + 2 * padding, box_text_height(theme, explanation, width) + 2 * padding};
}

Rect draw_box(ImDrawList& draw, const Theme& theme, ImVec2 place, ImVec2 size, const Explanation& explanation) {
  const Rect box{place, {place.x + size.x, place.y + size.y}};
  const float radius = theme.px(design::card_radius), padding = theme.snapped_px(box_padding);
  const float width = size.x - 2 * padding;
  draw.AddRectFilled(box.min, box.max, theme.raised, radius);
  draw.AddRect(box.min, box.max, theme.line, radius, 0, std::max(1.0f, std::floor(theme.scale)));
  const float left = box.min.x + padding, right = box.max.x - padding;
  float y = box.min.y + padding;
  const float value = text_width(theme, TextRole::strong, explanation.value);
  draw_fitted(draw, theme, TextRole::strong, {left, y}, theme.text, width - value - theme.px(8), explanation.title);
  draw_text_right(draw, theme, TextRole::strong, {right, y}, theme.text, explanation.value);
  y += text_height(theme, TextRole::strong) + theme.px(line_gap);
  for (const std::string& line : explanation.lines)
    y += draw_wrapped(draw, theme, TextRole::secondary, {left, y}, theme.dim, line, width) + theme.px(line_gap);
  for (const std::string* below : {&explanation.source, &explanation.hint})
    if (!below->empty())
      y += draw_wrapped(draw, theme, TextRole::secondary, {left, y}, theme.accent, *below, width) + theme.px(line_gap);
  return box;
}

}  // namespace

Rect draw_explanation(ImDrawList& draw, const Theme& theme, ImVec2 pointer, const Rect& bounds,
                      const Explanation& explanation) {
  const ImVec2 size = box_size(theme, explanation, theme.px(box_width_max));
  return draw_box(draw, theme, box_place(pointer, size, bounds, theme.px(box_offset)), size, explanation);
}

Rect draw_explanation_at(ImDrawList& draw, const Theme& theme, const Rect& anchor, const Rect& bounds,
                         const Explanation& explanation) {
  const float edge = theme.px(4), padding = theme.snapped_px(box_padding);
  const ImVec2 size = box_size(theme, explanation, bounds.width() - 2 * (edge + padding));
  const bool below = anchor.max.y + edge + size.y <= bounds.max.y;
  const float x = std::min(anchor.min.x, bounds.max.x - edge - size.x);
  const float y = below ? anchor.max.y + edge : std::max(bounds.min.y, anchor.min.y - edge - size.y);
  return draw_box(draw, theme, {std::round(std::max(bounds.min.x + edge, x)), std::round(y)}, size, explanation);
}

void draw_reason(ImDrawList& draw, const Theme& theme, const Rect& body, std::string_view what, std::string_view why) {
  const float width = std::min(body.width() * 0.8f, theme.px(640));
  const float line = text_height(theme, TextRole::strong), used = text_width(theme, TextRole::body, why);
  const ImVec2 middle(body.center().x, body.center().y - line * 1.5f);
  draw_text_centered(draw, theme, TextRole::strong, middle, theme.text, what);
  const float left = middle.x - std::min(used, width) / 2;
  draw_wrapped(draw, theme, TextRole::body, {left, middle.y + line * 1.5f}, theme.warn, why, width);
}

}  // namespace shardscope
