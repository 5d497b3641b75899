#include "render/cost_bars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/run/money.h"
#include "render/chart.h"
#include "render/format.h"
#include "render/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float words_row = 22, bar_height = 24, way_gap = 16, tornado_row = 26, tornado_bar = 15;
constexpr float tornado_words = 0.36F;  // of the width
constexpr float tornado_values = 62;

ImU32 part_color(const Theme& theme, std::string_view name) {
  if (name == "hosts, network") return theme.gradients;
  if (name == "staff") return theme.optimizer;
  if (name == "power") return theme.activations;
  return theme.weights;
}

double largest_of(const RunReport& run) {
  double largest = 0;
  for (const std::optional<Cost>& cost : run.costs)
    if (cost) largest = std::max(largest, cost->total());
  return largest;
}

std::optional<std::size_t> draw_parts(ImDrawList& draw, const Theme& theme, const Rect& bar, const Cost& cost,
                                      double largest, ImVec2 pointer) {
  std::optional<std::size_t> hovered;
  float x = bar.min.x;
  for (std::size_t i = 0; i < cost.parts.size(); ++i) {
    if (cost.parts[i].name.empty()) continue;
    const float width = std::max(1.0F, bar.width() * static_cast<float>(cost.parts[i].usd / largest));
    const Rect piece{{std::round(x), bar.min.y}, {std::round(x + width) - 1, bar.max.y}};
    const ImU32 color = part_color(theme, cost.parts[i].name);
    draw_bar(draw, piece, color, theme.px(design::bar_radius));
    const std::string_view name = cost.parts[i].name;
    if (text_width(theme, TextRole::secondary, name) + theme.px(16) < piece.width())
      draw_text(draw, theme, TextRole::secondary,
                {piece.min.x + theme.px(8), bar.center().y - text_height(theme, TextRole::secondary) / 2},
                readable_on(color), name);
    if (piece.contains(pointer)) hovered = i;
    x += width;
  }
  return hovered;
}

}  // namespace

float cost_bars_height(const Theme& theme, const RunReport& run, float stretch) {
  const auto known = static_cast<float>(
      std::count_if(run.costs.begin(), run.costs.end(), [](const auto& cost) { return cost.has_value(); }));
  return known * theme.px(words_row + (bar_height + way_gap) * stretch);
}

std::optional<CostHover> draw_cost_bars(ImDrawList& draw, const Theme& theme, const Rect& area, const RunReport& run,
                                        CostWay chosen, ImVec2 pointer, float stretch) {
  std::optional<CostHover> hover;
  const double largest = largest_of(run);
  const float words = theme.px(words_row), height = theme.px(bar_height * stretch);
  float y = area.min.y;
  for (const std::optional<Cost>& cost : run.costs) {
    if (!cost) continue;
    const Rect row{{area.min.x, y}, {area.max.x, y + words + height}};
    const bool picked = cost->way == chosen, pointed = row.contains(pointer);
    const std::string total = format_dollars(cost->total()).text();
    const ImU32 color = picked || pointed ? theme.text : theme.dim;
    draw_text_right(draw, theme, TextRole::title, {area.max.x, y}, theme.text, total);
    draw_text(draw, theme, TextRole::strong, {area.min.x, y}, color,
              fitted(theme, TextRole::strong, words_of(cost->way),
                     area.width() - text_width(theme, TextRole::title, total) - theme.px(12)));
    const Rect bar{{area.min.x, y + words}, {area.max.x, y + words + height}};
    const auto part = draw_parts(draw, theme, bar, *cost, largest, pointer);
    if (picked) {
      const float width = std::round(bar.width() * static_cast<float>(cost->total() / largest));
      draw_selection(draw, theme, {bar.min, {bar.min.x + std::max(width, theme.px(2)), bar.max.y}});
    }
    if (pointed) hover = CostHover{cost->way, part};
    y += words + height + theme.px(way_gap * stretch);
  }
  return hover;
}

float tornado_height(const Theme& theme, std::size_t rows, float stretch) {
  return theme.px(tornado_row * stretch) * static_cast<float>(rows);
}

std::optional<std::size_t> draw_tornado(ImDrawList& draw, const Theme& theme, const Rect& area, double present_usd,
                                        std::span<const Sensitivity> rows, ImVec2 pointer, float stretch) {
  const float height = theme.px(tornado_row * stretch), thickness = theme.px(tornado_bar * stretch);
  double furthest = 0;
  for (const Sensitivity& row : rows)
    furthest = std::max({furthest, std::abs(row.low_usd - present_usd), std::abs(row.high_usd - present_usd)});
  if (!(furthest > 0)) return std::nullopt;
  const float left = area.min.x + area.width() * tornado_words;
  const float values = theme.px(tornado_values);
  const float middle = std::round((left + area.max.x) / 2);
  const float half = std::max(4.0F, (area.max.x - left) / 2 - values);
  std::optional<std::size_t> hovered;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float top = area.min.y + height * static_cast<float>(i);
    const Rect line{{area.min.x, top}, {area.max.x, top + height}};
    if (line.contains(pointer)) hovered = i;
    const float text = line.center().y - text_height(theme, TextRole::secondary) / 2;
    const std::string name(rows[i].name);
    const std::size_t space = name.find(' ');  // "model FLOPs utilisation" says enough without its first word
    const std::array<std::string, 2> names = {name, name.starts_with("model ") ? name.substr(space + 1) : name};
    draw_text(draw, theme, TextRole::secondary, {area.min.x, text}, hovered == i ? theme.text : theme.dim,
              first_fitting(theme, TextRole::secondary, names, left - area.min.x - theme.px(8)));
    const float y = line.center().y - thickness / 2;
    float cheapest = middle, dearest = middle;
    for (const double usd : {rows[i].low_usd, rows[i].high_usd}) {
      const double change = usd - present_usd;
      const float x = std::round(middle + half * static_cast<float>(change / furthest));
      if (std::abs(x - middle) < 1) continue;
      const Rect bar{{std::min(x, middle), y}, {std::max(x, middle), y + thickness}};
      draw_bar(draw, bar, change < 0 ? theme.gradients : theme.activations, theme.px(design::bar_radius));
      const std::string words = signed_of(change, format_dollars(std::abs(change))).text();
      if (change < 0)
        draw_text_right(draw, theme, TextRole::secondary, {x - theme.px(5), text}, theme.dim, words);
      else
        draw_text(draw, theme, TextRole::secondary, {x + theme.px(5), text}, theme.dim, words);
      cheapest = std::min(cheapest, x), dearest = std::max(dearest, x);
    }
    if (cheapest == dearest)
      draw_text(draw, theme, TextRole::secondary, {middle + theme.px(6), text}, theme.dim,
                rows[i].note.empty() ? std::string_view("moves nothing") : rows[i].note);
    draw.AddRectFilled({middle, line.min.y + theme.px(2)}, {middle + 1, line.max.y - theme.px(2)}, theme.text);
  }
  return hovered;
}

}  // namespace shardscope
