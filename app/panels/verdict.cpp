#include "app/panels/verdict.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float compact_cell_width = 190;  // below it the figure is set smaller and words are fewer
constexpr float tight_cell_width = 140;    // below it the padding is too

void draw_fill(const Theme& theme, ImVec2 at, float width, double fill, ImU32 color) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float height = theme.px(5);
  const float used = width * static_cast<float>(std::clamp(fill, 0.0, 1.0));
  draw.AddRectFilled(at, {at.x + width, at.y + height}, theme.raised, height / 2);
  draw.AddRectFilled(at, {at.x + used, at.y + height}, color, height / 2);
}

const std::string& or_else(const std::string& words, const std::string& otherwise) {
  return words.empty() ? otherwise : words;
}

/// Label, how full it is, and at the right how it moved. The name stands; how it moved is said more shortly, or not.
void draw_label(const Theme& theme, const Rect& line, const VerdictCell& cell) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::array labels = {cell.label, or_else(cell.short_label, cell.label)};
  const auto room = [&](const std::string& moved) {
    return line.width() - (moved.empty() ? 0 : text_width(theme, TextRole::secondary, moved) + theme.px(8));
  };
  std::string said;
  for (const std::string& moved : {cell.moved, cell.short_moved})
    if (said.empty() && text_width(theme, TextRole::secondary, labels.back()) <= room(moved)) said = moved;
  const float moved = draw_text_right(draw, theme, TextRole::secondary, {line.max.x, line.min.y},
                                      tone_color(theme, cell.moved_tone), said);
  const float used = draw_fitted(draw, theme, TextRole::secondary, line.min, theme.dim, room(said), labels);
  const float free = line.width() - used - moved - theme.px(20);
  if (cell.fill && free > theme.px(30))
    draw_fill(theme, {line.min.x + used + theme.px(8), line.center().y - theme.px(2)}, std::min(free, theme.px(70)),
              *cell.fill, tone_color(theme, cell.tone));
}

/// The figure with its unit, shorter and set smaller where there is little room: never another number than its change
/// is of.
void draw_value(const Theme& theme, float left, float right, float y, const VerdictCell& cell, bool compact) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float scale = compact ? design::compact_figure : 1;
  const auto fits = [&](std::string_view value, std::string_view unit) {
    return figure_width(theme, {value, unit, scale}) <= right - left;
  };
  const std::string& value = cell.value;
  std::string_view unit = cell.unit;
  if (!fits(value, unit)) unit = cell.shortest_unit;
  // A word in place of a figure.
  if (!fits(value, unit)) scale *= std::max(0.5F, 0.97F * (right - left) / figure_width(theme, {value, unit, scale}));
  draw_figure(draw, theme, {left, y}, right - left, theme.text, {value, unit, scale});
}

/// Where the mark stands that the cell leads to a view.
Rect view_mark(const Theme& theme, const Rect& card) {
  const float size = theme.px(16);
  const ImVec2 corner{card.max.x - theme.px(8), card.min.y + theme.px(31)};
  return {{corner.x - size, corner.y}, {corner.x, corner.y + size}};
}

void draw_cell(const Frame& frame, const Rect& card, const VerdictCell& cell) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  frame.cards.push_back(card);
  const ImU32 goal = !cell.reached ? theme.line : *cell.reached ? theme.good : theme.warn;
  draw.AddRect(card.min, card.max, goal, theme.px(design::card_radius), 0, theme.px(cell.reached ? 2 : 1));
  const float padding = theme.px(card.width() < theme.px(tight_cell_width) ? 9 : 14);
  const float left = card.min.x + padding, right = card.max.x - padding;
  const float line = text_height(theme, TextRole::secondary), top = card.min.y + theme.px(9);
  draw_label(theme, {{left, top}, {right, top + line}}, cell);
  const float value_end = cell.leads ? view_mark(theme, card).min.x - theme.px(4) : right;
  draw_value(theme, left, value_end, top + line + theme.px(1), cell, card.width() < theme.px(compact_cell_width));
  const ImVec2 last{left, card.max.y - theme.px(9) - line};
  if (!cell.told.empty())
    return (void)draw_fitted(draw, theme, TextRole::secondary, last, cell.reached ? goal : theme.accent, right - left,
                             cell.told);
  const std::array lines = {cell.line, or_else(cell.short_line, cell.line),
                            or_else(cell.shortest_line, cell.short_line)};
  draw_fitted(draw, theme, TextRole::secondary, last,
              cell.tone == Tone::plain ? theme.dim : tone_color(theme, cell.tone), right - left, lines);
}

/// What is said of a figure, which E opens as its derivation.
Explanation explain_cell(const Frame& frame, const VerdictCell& cell) {
  Explanation tip = with_term(cell.explanation, frame.presets.glossary, cell.label);
  tip.figure = cell.figure;
  return tip;
}

/// E over a figure, or where the keys stand on it.
bool asks_for_derivation() {
  const bool on_it = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
  return on_it && derivation_key_pressed();
}

}  // namespace

ImU32 tone_color(const Theme& theme, Tone tone) {
  return std::array{theme.text, theme.good, theme.warn, theme.bad}[static_cast<std::size_t>(tone)];
}

VerdictClick draw_verdict(const Frame& frame, const Rect& area, const std::array<VerdictCell, 6>& cells,
                          std::optional<Headline> grown_view_of, bool tips) {
  const Theme& theme = frame.theme;
  const float gap = theme.px(design::card_gap);
  const float width = (area.width() - gap * static_cast<float>(cells.size() - 1)) / static_cast<float>(cells.size());
  float x = area.min.x;
  VerdictClick asked;
  for (const VerdictCell& cell : cells) {
    const Rect card{{std::floor(x), area.min.y}, {std::floor(x + width), area.max.y}};
    const bool grown = cell.leads && cell.of == grown_view_of;
    draw_cell(frame, card, cell);
    ImGui::SetCursorScreenPos(card.min);
    ImGui::PushID(cell.name.c_str());
    const bool clicked = ImGui::InvisibleButton("verdict", {card.width(), card.height()}, ImGuiButtonFlags_EnableNav);
    if (cell.leads)  // arrows outwards, or back where the view is there
      draw_grow_mark(*ImGui::GetWindowDrawList(), theme, view_mark(theme, card), grown, ImGui::IsItemHovered());
    // The second click of a double click, which opened it already, doesn't close it again.
    if (cell.leads && clicked && ImGui::GetIO().MouseClickedLastCount[ImGuiMouseButton_Left] < 2)
      asked.view_of = cell.of;
    const std::string figure = cell.value + " " + cell.unit;
    if (ImGui::IsItemHovered()) copy_by_right_click(figure);
    if ((!cell.leads && clicked) || asks_for_derivation()) asked.figure = cell.figure;
    // The view below says all of it where it is grown, and the box would cover it.
    if (tips && !grown && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
      show_tip(frame, explain_cell(frame, cell));
    ImGui::PopID();
    frame.places.note("verdict." + cell.name, card);
    x += width + gap;
  }
  return asked;
}

}  // namespace shardscope
