#include "render/chart/curve_chart.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/chart/chart.h"
#include "render/chart/curve_layout.h"
#include "render/chart/log_axis.h"
#include "render/text/axis_ink.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float line_width = 1.6F;  // at scale 1

/// The values of x below the plot.
void draw_x_labels(ImDrawList& draw, const Theme& theme, const CurveScale& scale, const CurveChart& chart) {
  const Rect& plot = scale.plot;
  const float y = plot.max.y + theme.px(4);
  const std::string first = chart.x_words(scale.x_low), last = chart.x_words(scale.x_high);
  const float first_width = draw_text(draw, theme, TextRole::secondary, {plot.min.x, y}, axis_ink(theme.dim), first);
  const float last_width = text_width(theme, TextRole::secondary, last);
  if (first_width + last_width + theme.px(6) <= plot.width())
    draw_text_right(draw, theme, TextRole::secondary, {plot.max.x, y}, axis_ink(theme.dim), last);
  // This plan's and the best's own values, where they keep clear of the ends and of each other.
  float free_from = plot.min.x + first_width + theme.px(10);
  const float free_to = plot.max.x - last_width - theme.px(10);
  struct Own {
    CurvePoint point;
    ImU32 color;
  };
  std::vector<Own> own;
  if (chart.mark) own.push_back({*chart.mark, theme.text});
  if (chart.best) own.push_back({*chart.best, theme.good});
  std::sort(own.begin(), own.end(), [](const Own& a, const Own& b) { return a.point.x < b.point.x; });
  for (const Own& label : own) {
    const std::string words = chart.x_words(label.point.x);
    const float width = text_width(theme, TextRole::secondary, words);
    const float x = scale.at(label.point).x - width / 2;
    if (x < free_from || x + width > free_to) continue;
    draw_text(draw, theme, TextRole::secondary, {x, y}, label.color, words);
    free_from = x + width + theme.px(8);
  }
}

}  // namespace

std::optional<double> value_at(std::span<const CurvePoint> points, double x) {
  const auto after = std::lower_bound(points.begin(), points.end(), x,
                                      [](const CurvePoint& point, double at) { return point.x < at; });
  if (after == points.end() || (after == points.begin() && after->x > x)) return std::nullopt;
  if (after == points.begin()) return after->y;
  const CurvePoint& before = *(after - 1);
  const double part = log_share(x, before.x, after->x);
  return before.y + (after->y - before.y) * part;
}

std::optional<CurvePoint> draw_curve_chart(ImDrawList& draw, const Theme& theme, const Rect& area,
                                           const CurveChart& chart, ImVec2 pointer) {
  const std::optional<CurveLayout> layout = lay_out_curve(theme, area, chart);
  if (!layout) return std::nullopt;
  const CurveScale& scale = layout->scale;
  const Rect& plot = scale.plot;
  draw.AddRectFilled(plot.min, plot.max, theme.bg);
  for (const float x : layout->limits) draw.AddRectFilled({x, plot.min.y}, {x + 1, plot.max.y}, theme.line);
  draw_dashed(draw, layout->reference, theme.dim, theme.px(4), theme.px(1));
  draw.AddPolyline(layout->line.data(), static_cast<int>(layout->line.size()), theme.accent, 0, theme.px(line_width));
  for (const PlacedWords& placed : layout->words)
    draw_text(draw, theme, TextRole::secondary, placed.box.min, theme.dim, placed.words);
  draw_x_labels(draw, theme, scale, chart);
  if (chart.mark && chart.mark_low && chart.mark_high)
    draw.AddLine(scale.at({chart.mark->x, *chart.mark_low}), scale.at({chart.mark->x, *chart.mark_high}), theme.text,
                 theme.px(1.5F));
  if (chart.mark) draw.AddCircleFilled(scale.at(*chart.mark), theme.px(curve_disc), theme.text);
  if (chart.best) draw.AddCircle(scale.at(*chart.best), theme.px(curve_ring), theme.good, 0, theme.px(1.8F));
  if (!plot.contains(pointer)) return std::nullopt;
  const double x = scale.x_of(pointer.x);
  const std::optional<double> y = value_at(chart.points, x);
  if (!y) return std::nullopt;
  draw.AddCircle(scale.at({x, *y}), theme.px(3.5F), theme.text, 0, theme.px(1.5F));
  return CurvePoint{x, *y};
}

}  // namespace shardscope
