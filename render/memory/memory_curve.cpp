#include "render/memory/memory_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "render/chart/chart.h"
#include "render/chart/time_axis.h"
#include "render/memory/memory_bars.h"
#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float curve_axis_width = 40, curve_unit_row = 16, time_row = 22, curve_tick_distance = 40,
                time_tick_distance = 90;

void draw_bands(ImDrawList& draw, const Theme& theme, const MemoryCurvePlot& at, const MemoryCurve& curve) {
  const std::array<std::pair<Bytes, ImU32>, 4> bands = {{{curve.weights, theme.weights},
                                                         {curve.gradients, theme.gradients},
                                                         {curve.optimizer, theme.optimizer},
                                                         {curve.buffers, theme.buffers}}};
  double below = 0;
  for (const auto& [bytes, color] : bands) {
    const double above = below + bytes.value;
    const Rect band{{at.plot.min.x, std::round(at.y_of(above))}, {at.plot.max.x, std::round(at.y_of(below))}};
    if (band.height() >= 1) draw.AddRectFilled(band.min, band.max, color);
    below = above;
  }
}

/// Runs of columns of one height are one rectangle.
void draw_activations(ImDrawList& draw, const Theme& theme, const MemoryCurvePlot& at, const MemoryCurve& curve) {
  const auto count = static_cast<std::size_t>(std::max(1.0F, at.plot.width()));
  std::vector<Bytes> columns(count);
  fill_columns(curve, 0, at.seconds, columns);
  const double floor = curve.constant().value;
  const float bottom = std::round(at.y_of(floor));
  const auto top_of = [&](std::size_t c) { return std::round(at.y_of(floor + columns[c].value)); };
  for (std::size_t first = 0; first < count;) {
    const float top = top_of(first);
    std::size_t last = first + 1;
    while (last < count && top_of(last) == top) ++last;
    if (top < bottom)
      draw.AddRectFilled({at.plot.min.x + static_cast<float>(first), top},
                         {at.plot.min.x + static_cast<float>(last), bottom}, theme.activations);
    first = last;
  }
}

void draw_axes(ImDrawList& draw, const Theme& theme, const MemoryCurvePlot& at) {
  const LinearScale y{0, at.bytes / bytes_per_gigabyte, at.plot.max.y, at.plot.min.y};
  const int lines = std::clamp(static_cast<int>(at.plot.height() / theme.px(curve_tick_distance)), 2, 8);
  draw_value_axis(draw, theme, at.plot, y, nice_ticks(0, at.bytes / bytes_per_gigabyte / memory_headroom, lines), "GB");
  const int ticks = std::clamp(static_cast<int>(at.plot.width() / theme.px(time_tick_distance)), 2, 12);
  for (const TimeTick& tick : time_ticks({0, at.seconds}, ticks))
    draw_text_centered(draw, theme, TextRole::secondary, {at.x_of(tick.seconds), at.plot.max.y + theme.px(6)},
                       axis_ink(theme.dim), tick.label);
}

/// The line, and its name on the card's ground, so that it reads on what is drawn behind it too.
void draw_curve_capacity(ImDrawList& draw, const Theme& theme, const MemoryCurvePlot& at, Bytes capacity) {
  if (!(capacity.value > 0)) return;
  const float y = std::round(at.y_of(capacity.value)), half = theme.px(0.8F);
  draw.AddRectFilled({at.plot.min.x, y - half}, {at.plot.max.x, y + half}, theme.bad);
  const std::string label = format_whole_bytes(capacity);
  const float width = text_width(theme, TextRole::secondary, label), height = text_height(theme, TextRole::secondary);
  const ImVec2 corner{at.plot.max.x - width - theme.px(8), y - height - theme.px(3)};
  draw.AddRectFilled(corner, {at.plot.max.x, y - half}, theme.panel, theme.px(3));
  draw_text_right(draw, theme, TextRole::secondary, {at.plot.max.x - theme.px(4), corner.y + theme.px(1)}, theme.bad,
                  label);
}

void draw_peak(ImDrawList& draw, const Theme& theme, const MemoryCurvePlot& at, const MemoryCurve& curve,
               std::string_view words) {
  const float x = std::round(at.x_of(curve.points[curve.peak].time)), dash = theme.px(4);
  for (float y = at.plot.min.y; y < at.plot.max.y; y += 2 * dash)
    draw.AddRectFilled({x, y}, {x + std::max(1.0F, theme.px(1)), std::min(y + dash, at.plot.max.y)}, theme.text);
  const float gap = theme.px(6), most = std::max(x - gap - at.plot.min.x, at.plot.max.x - x - gap);
  const std::string shown = whole_clauses(theme, TextRole::secondary, words, most);
  const float width = text_width(theme, TextRole::secondary, shown);
  const bool left = x + gap + width > at.plot.max.x;
  draw_text(draw, theme, TextRole::secondary,
            {left ? x - gap - width : x + gap, at.plot.min.y - theme.px(curve_unit_row) + theme.px(1)}, theme.text,
            shown);
}

}  // namespace

float MemoryCurvePlot::x_of(double time) const {
  return plot.min.x + plot.width() * static_cast<float>(seconds > 0 ? time / seconds : 0);
}

float MemoryCurvePlot::y_of(double amount) const {
  return plot.max.y - plot.height() * static_cast<float>(bytes > 0 ? amount / bytes : 0);
}

MemoryCurvePlot memory_curve_plot(const Theme& theme, const Rect& area, const MemoryCurve& curve, Bytes capacity) {
  MemoryCurvePlot at;
  at.plot = {{std::round(area.min.x + theme.px(curve_axis_width)), std::round(area.min.y + theme.px(curve_unit_row))},
             {std::round(area.max.x), std::round(area.max.y - theme.px(time_row))}};
  at.seconds = curve.end;
  const double peak = curve.points.empty() ? 0 : curve.total(curve.peak).value;
  at.bytes = memory_headroom * std::max(peak, capacity.value);
  return at;
}

std::optional<double> draw_memory_curve(ImDrawList& draw, const Theme& theme, const Rect& area,
                                        const MemoryCurve& curve, Bytes capacity, const MemoryCurveView& view) {
  const MemoryCurvePlot at = memory_curve_plot(theme, area, curve, capacity);
  if (curve.points.empty() || at.plot.width() < 2 || at.plot.height() < 2 || !(at.seconds > 0)) return std::nullopt;
  draw_axes(draw, theme, at);
  draw_bands(draw, theme, at, curve);
  draw_activations(draw, theme, at, curve);
  draw_curve_capacity(draw, theme, at, capacity);
  draw_peak(draw, theme, at, curve, view.at_peak);
  if (view.moment) {
    const float x = std::round(at.x_of(std::clamp(*view.moment, 0.0, at.seconds)));
    draw.AddRectFilled({x, at.plot.min.y}, {x + std::max(1.0F, theme.px(2)), at.plot.max.y}, theme.accent);
  }
  if (!at.plot.contains(view.pointer)) return std::nullopt;
  const float x = std::round(view.pointer.x);
  draw.AddRectFilled({x, at.plot.min.y}, {x + std::max(1.0F, theme.px(1)), at.plot.max.y}, theme.text);
  return at.seconds * static_cast<double>((view.pointer.x - at.plot.min.x) / at.plot.width());
}

}  // namespace shardscope
