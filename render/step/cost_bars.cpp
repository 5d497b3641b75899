#include "render/step/cost_bars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/run/money.h"
#include "core/run/range.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float words_row = 22, bar_height = 24, way_gap = 16, tornado_row = 26, tornado_bar = 15;
constexpr float tornado_words = 0.36F;  // of the width
constexpr float tornado_values = 62;

/// Of all totals and of the upper ends of their ranges: the scale of the bars.
double largest_of(const RunReport& run) {
  double largest = 0;
  for (const std::optional<Cost>& cost : run.costs) {
    if (!cost) continue;
    const std::optional<RunRange> range = range_of(run, *cost);
    largest = std::max({largest, cost->total(), range ? range->high : 0});
  }
  return largest;
}

/// From the range's lower to its upper end, through the middle of the bar.
void draw_range(ImDrawList& draw, const Theme& theme, const Rect& bar, const RunReport& run, const Cost& cost,
                double largest) {
  const std::optional<RunRange> range = range_of(run, cost);
  if (!range) return;
  const auto x_of = [&](double usd) { return std::round(bar.min.x + bar.width() * static_cast<float>(usd / largest)); };
  const float low = x_of(range->low), high = x_of(range->high);
  if (high - low < 3) return;
  const float y = std::round(bar.center().y), tick = theme.px(4);
  draw.AddRectFilled({low, y}, {high, y + 1}, theme.text);
  for (const float x : {low, high}) draw.AddRectFilled({x - 1, y - tick}, {x, y + tick + 1}, theme.text);
}

/// Name on the left, the figure on the right, its range before that where there is room.
void draw_words(ImDrawList& draw, const Theme& theme, const Rect& row, std::string_view name, ImU32 color,
                const std::string& figure, const std::string& range) {
  const float used = text_width(theme, TextRole::title, figure) + theme.px(12);
  draw_text_right(draw, theme, TextRole::title, {row.max.x, row.min.y}, theme.text, figure);
  const float words = draw_fitted(draw, theme, TextRole::strong, row.min, color, row.width() - used, name);
  if (words + text_width(theme, TextRole::secondary, range) + theme.px(14) + used < row.width())
    draw_text_right(draw, theme, TextRole::secondary, {row.max.x - used, row.min.y + theme.px(1)}, theme.dim, range);
}

/// A way that has no cost, with what isn't known.
void draw_unknown(ImDrawList& draw, const Theme& theme, const Rect& row, std::string_view name,
                  std::string_view missing) {
  const float used = draw_fitted(draw, theme, TextRole::strong, row.min, theme.dim, row.width(), name) + theme.px(12);
  const std::array<std::string, 3> words = {"unknown: " + std::string(missing), "unknown", ""};
  draw_text_right(draw, theme, TextRole::secondary, {row.max.x, row.min.y + theme.px(1)}, theme.dim,
                  first_fitting(theme, TextRole::secondary, words, row.width() - used));
}

/// On a piece of a bar, where it fits in there.
void draw_name(ImDrawList& draw, const Theme& theme, const Rect& piece, ImU32 color, std::string_view name) {
  if (text_width(theme, TextRole::secondary, name) + theme.px(16) < piece.width())
    draw_text(draw, theme, TextRole::secondary,
              {piece.min.x + theme.px(8), text_top(theme, TextRole::secondary, piece)}, readable_on(color), name);
}

std::optional<std::size_t> draw_parts(ImDrawList& draw, const Theme& theme, const Rect& bar, const Cost& cost,
                                      double largest, ImVec2 pointer) {
  std::optional<std::size_t> hovered;
  float x = bar.min.x;
  for (std::size_t i = 0; i < cost.parts.size(); ++i) {
    if (cost.parts[i].what == Spending::none) continue;
    const float width = std::max(1.0F, bar.width() * static_cast<float>(cost.parts[i].usd / largest));
    const Rect piece{{std::round(x), bar.min.y}, {std::round(x + width) - 1, bar.max.y}};
    const ImU32 color = spending_color(theme, cost.parts[i].what);
    draw_bar(draw, piece, color, theme.px(design::bar_radius));
    draw_name(draw, theme, piece, color, name_of(cost.parts[i].what));
    if (piece.contains(pointer)) hovered = i;
    x += width;
  }
  return hovered;
}

/// Where a tornado's bars begin, and what the widest one is of.
struct TornadoScale {
  double present_usd = 0, furthest_usd = 0;
  float middle = 0, half = 0;
};

/// The bars of one row to both sides with what each changes; or why there are none.
void draw_tornado_bars(ImDrawList& draw, const Theme& theme, const Rect& line, float thickness,
                       const TornadoScale& scale, const Sensitivity& row) {
  const float text = text_top(theme, TextRole::secondary, line), y = line.center().y - thickness / 2;
  const float middle = scale.middle;
  bool moves = false;
  for (const double usd : {row.low_usd, row.high_usd}) {
    const double change = usd - scale.present_usd;
    const float x = std::round(middle + scale.half * static_cast<float>(change / scale.furthest_usd));
    if (std::abs(x - middle) < 1) continue;
    moves = true;
    const Rect bar{{std::min(x, middle), y}, {std::max(x, middle), y + thickness}};
    draw_bar(draw, bar, change < 0 ? theme.good : theme.warn, theme.px(design::bar_radius));
    const std::string words = signed_of(change, format_dollars(std::abs(change))).text();
    if (change < 0)
      draw_text_right(draw, theme, TextRole::secondary, {x - theme.px(5), text}, theme.dim, words);
    else
      draw_text(draw, theme, TextRole::secondary, {x + theme.px(5), text}, theme.dim, words);
  }
  if (!moves)
    draw_text(draw, theme, TextRole::secondary, {middle + theme.px(6), text}, theme.dim,
              row.note.empty() ? std::string_view("moves nothing") : row.note);
  draw.AddRectFilled({middle, line.min.y + theme.px(2)}, {middle + 1, line.max.y - theme.px(2)}, theme.text);
}

}  // namespace

std::string cost_range_words(const RunReport& run, const Cost& cost) {
  const std::optional<RunRange> range = range_of(run, cost);
  if (!range) return {};
  const Formatted low = format_dollars(range->low), high = format_dollars(range->high);
  return low == high ? std::string() : range_words(low, high);
}

ImU32 spending_color(const Theme& theme, Spending what) {
  constexpr int shades = 5;
  switch (what) {
    case Spending::hosts_and_network:
      return share_color(theme, 2, shades);
    case Spending::staff:
      return share_color(theme, 3, shades);
    case Spending::power:
      return share_color(theme, 1, shades);
    case Spending::cooling:
      return share_color(theme, 4, shades);
    case Spending::none:
    case Spending::gpu_hours:
    case Spending::gpus:
    case Spending::hardware:
    case Spending::all_in:
      break;
  }
  return share_color(theme, 0, shades);
}

float cost_bars_height(const Theme& theme, const RunReport& run, float stretch) {
  const auto known = static_cast<float>(
      std::count_if(run.costs.begin(), run.costs.end(), [](const auto& cost) { return cost.has_value(); }));
  return static_cast<float>(cost_way_count) * theme.px(words_row + way_gap * stretch) +
         known * theme.px(bar_height * stretch);
}

std::vector<CostRow> cost_rows(const Theme& theme, const Rect& area, const RunReport& run, float stretch) {
  std::vector<CostRow> rows;
  float y = area.min.y;
  for (std::size_t way = 0; way < cost_way_count; ++way) {
    const bool known = run.costs[way].has_value();
    const float bottom = y + theme.px(words_row) + (known ? theme.px(bar_height * stretch) : 0);
    rows.push_back({static_cast<CostWay>(way), {{area.min.x, y}, {area.max.x, bottom}}, known});
    y = bottom + theme.px(way_gap * stretch);
  }
  return rows;
}

std::optional<CostHover> draw_cost_bars(ImDrawList& draw, const Theme& theme, const Rect& area, const RunReport& run,
                                        CostWay chosen, ImVec2 pointer, float stretch) {
  std::optional<CostHover> hover;
  const double largest = largest_of(run);
  for (const CostRow& each : cost_rows(theme, area, run, stretch)) {
    const Rect& row = each.row;
    if (!each.known) {
      draw_unknown(draw, theme, row, entry_of(each.way).words, missing_of(run, each.way));
      continue;
    }
    const Cost& cost = *run.costs[static_cast<std::size_t>(each.way)];
    const bool picked = cost.way == chosen, pointed = row.contains(pointer);
    draw_words(draw, theme, row, entry_of(cost.way).words, picked || pointed ? theme.text : theme.dim,
               format_dollars(cost.total()).text(), cost_range_words(run, cost));
    const Rect bar{{row.min.x, row.min.y + theme.px(words_row)}, row.max};
    const auto part = draw_parts(draw, theme, bar, cost, largest, pointer);
    draw_range(draw, theme, bar, run, cost, largest);
    if (picked) {
      const float width = std::round(bar.width() * static_cast<float>(cost.total() / largest));
      draw_selection(draw, theme, {bar.min, {bar.min.x + std::max(width, theme.px(2)), bar.max.y}});
    }
    if (pointed) hover = CostHover{cost.way, part};
  }
  return hover;
}

float power_bar_height(const Theme& theme, float stretch) {
  return theme.px(words_row + (bar_height + way_gap) * stretch);
}

void draw_power_bar(ImDrawList& draw, const Theme& theme, const Rect& area, const RunReport& run, float stretch) {
  if (!run.energy_joules || !run.power_watts) return;
  const std::optional<RunRange> range = range_of(run, run.energy_joules);
  draw_words(draw, theme, area, "Energy, by what takes it", theme.text, format_energy(*run.energy_joules).text(),
             range ? range_words(format_energy(range->low), format_energy(range->high)) : std::string());
  const float top = area.min.y + theme.px(words_row);
  float x = area.min.x;
  for (const PowerPart& part : run.power_parts) {
    if (part.what == Spending::none) continue;
    const float width = area.width() * static_cast<float>(part.watts / *run.power_watts);
    const Rect piece{{std::round(x), top}, {std::round(x + width) - 1, top + theme.px(bar_height * stretch)}};
    const ImU32 color = spending_color(theme, part.what);
    draw_bar(draw, piece, color, theme.px(design::bar_radius));
    draw_name(draw, theme, piece, color, name_of(part.what));
    x += width;
  }
}

std::vector<LegendItem> cost_legend(const Theme& theme, const RunReport& run) {
  std::vector<LegendItem> items = {{"GPUs, hardware", {}, spending_color(theme, Spending::gpus)}};
  for (const Spending what : {Spending::hosts_and_network, Spending::staff, Spending::power, Spending::cooling}) {
    const auto is_it = [&](const auto& part) { return part.what == what; };
    bool there = std::any_of(run.power_parts.begin(), run.power_parts.end(), is_it);
    for (const std::optional<Cost>& cost : run.costs)
      there |= cost && std::any_of(cost->parts.begin(), cost->parts.end(), is_it);
    if (there) items.push_back({name_of(what), {}, spending_color(theme, what)});
  }
  return items;
}

float cost_legend_height(const Theme& theme, const RunReport& run, float width) {
  const std::vector<LegendItem> items = cost_legend(theme, run);
  return legend_line_height(theme) * (legend_width_min(theme, items) > width ? 2.0F : 1.0F);
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
  const TornadoScale scale{present_usd, furthest, std::round((left + area.max.x) / 2),
                           std::max(4.0F, (area.max.x - left) / 2 - values)};
  std::optional<std::size_t> hovered;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float top = area.min.y + height * static_cast<float>(i);
    const Rect line{{area.min.x, top}, {area.max.x, top + height}};
    if (line.contains(pointer)) hovered = i;
    const float text = text_top(theme, TextRole::secondary, line);
    const std::array<std::string, 2> names = {std::string(rows[i].name), std::string(rows[i].brief)};
    draw_text(draw, theme, TextRole::secondary, {area.min.x, text}, hovered == i ? theme.text : theme.dim,
              first_fitting(theme, TextRole::secondary, names, left - area.min.x - theme.px(8)));
    draw_tornado_bars(draw, theme, line, thickness, scale, rows[i]);
  }
  return hovered;
}

}  // namespace shardscope
