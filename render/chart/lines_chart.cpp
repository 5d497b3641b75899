#include "render/chart/lines_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "core/fields/prefixes.h"
#include "render/chart/chart.h"
#include "render/chart/log_axis.h"
#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr double doublings_from_x = 6, doublings_from_y = 12;  // of the most to the least
constexpr float point_radius = 3.2F, disc_radius = 5.5F, ring_radius = 7, line_thickness = 1.7F;

/// A unit with the thousandfolds that people say of it.
struct PrefixedUnit {
  Unit unit;
  std::string_view name;
  std::span<const Prefix> prefixes;
  bool apart = false;  // "M tokens", where "GB" is one word
  double size = 1;     // in SI
};
constexpr std::array prefixed_units = {
    PrefixedUnit{Unit::bytes, "B", prefix::large},
    PrefixedUnit{Unit::bytes_per_second, "B/s", prefix::large},
    PrefixedUnit{Unit::flops, "FLOP", prefix::large},
    PrefixedUnit{Unit::flops_per_second, "FLOP/s", prefix::large},
    PrefixedUnit{Unit::seconds, "s", prefix::small},
    PrefixedUnit{Unit::watts, "W", prefix::large},
    PrefixedUnit{Unit::joules, "Wh", prefix::large, false, 3600},
    PrefixedUnit{Unit::tokens, "tokens", prefix::counts, true},
    PrefixedUnit{Unit::tokens_per_second, "tokens/s", std::span(prefix::large).first<5>(), true},
    PrefixedUnit{Unit::dollars, "$", prefix::money, true}};

struct ValueExtent {
  double least = 0, most = 0;
  bool any = false;

  void add(double value) {
    if (!std::isfinite(value)) return;
    least = any ? std::min(least, value) : value;
    most = any ? std::max(most, value) : value;
    any = true;
  }
};

PlotAxis x_axis(const ValueExtent& extent, Unit unit) {
  PlotAxis axis{extent.least, extent.most, extent.least > 0 && extent.most >= doublings_from_x * extent.least, 1, {}};
  if (!(axis.high > axis.low))
    axis.low -= std::abs(axis.low) * 0.1 + 1e-12, axis.high += std::abs(axis.high) * 0.1 + 1e-12;
  std::tie(axis.unit, axis.unit_name) = axis_unit(unit, axis.high);
  return axis;
}

PlotAxis y_axis(const ValueExtent& extent, Unit unit) {
  PlotAxis axis;
  axis.doublings = extent.least > 0 && extent.most >= doublings_from_y * extent.least;
  std::tie(axis.unit, axis.unit_name) = axis_unit(unit, extent.most);
  if (axis.doublings) {
    axis.low = extent.least / 1.15, axis.high = extent.most * 1.15;
    return axis;
  }
  const double most = extent.most > 0 ? extent.most * 1.06 : axis.unit;
  axis.high = most;
  const Ticks ticks = nice_ticks(0, most / axis.unit, 6);
  if (ticks.step > 0) axis.high = std::ceil(most / axis.unit / ticks.step - 1e-9) * ticks.step * axis.unit;
  return axis;
}

/// Round values of the axis in its unit, with the digits that tell them apart.
struct AxisTick {
  double value;
  std::string label;
};
std::vector<AxisTick> ticks_of(const PlotAxis& axis, int ticks_max) {
  std::vector<AxisTick> ticks;
  if (!axis.doublings) {
    const Ticks nice = nice_ticks(axis.low / axis.unit, axis.high / axis.unit, ticks_max);
    for (const double value : nice) ticks.push_back({value * axis.unit, fixed(value, nice.decimals)});
    return ticks;
  }
  const double low = axis.low / axis.unit, high = axis.high / axis.unit;
  const bool all = std::log10(high / low) * 3 <= ticks_max;
  for (double decade = std::pow(10, std::floor(std::log10(low))); decade <= high; decade *= 10)
    for (const double times : {1.0, 2.0, 5.0}) {
      const double value = decade * times;
      if ((times > 1 && !all) || value < low || value > high) continue;
      ticks.push_back(
          {value * axis.unit,
           fixed(value, value >= 1 ? 0 : std::min(4, static_cast<int>(std::ceil(-std::log10(value) - 1e-9))))});
    }
  return ticks;
}

/// In the unit, with as few digits as say it: "8,192", "0.5", "12.5".
std::string x_label(double value, double unit) {
  const double shown = value / unit;
  for (int decimals = 0; decimals < 3; ++decimals) {
    const double size = std::pow(10, decimals);
    if (std::abs(std::round(shown * size) / size - shown) <= std::abs(shown) * 0.004) return fixed(shown, decimals);
  }
  return fixed(shown, 3);
}

/// The values that points stand at, each once, the present one first: it has its label before the others.
std::vector<double> labelled_values(const LinesChart& chart) {
  std::vector<double> values;
  for (const PlotLine& line : chart.lines)
    for (const LinesPoint& point : line.points) values.push_back(point.x);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<double> ordered;
  if (chart.mark_x) ordered.push_back(*chart.mark_x);
  if (!values.empty()) ordered.push_back(values.front()), ordered.push_back(values.back());
  ordered.insert(ordered.end(), values.begin(), values.end());
  return ordered;
}

void draw_x_axis(ImDrawList& draw, const Theme& theme, const LinesLayout& layout, const LinesChart& chart) {
  const Rect& plot = layout.plot;
  const float y = plot.max.y + theme.px(5), gap = theme.px(8);
  const std::string title = std::string(chart.x_title) + (layout.x.unit_name.empty() ? "" : ", " + layout.x.unit_name);
  draw_text_right(draw, theme, TextRole::secondary,
                  {plot.max.x, y + text_height(theme, TextRole::secondary) + theme.px(2)}, theme.dim, title);
  std::vector<std::pair<float, float>> taken;
  for (const double value : labelled_values(chart)) {
    const std::string label = x_label(value, layout.x.unit);
    const float width = text_width(theme, TextRole::secondary, label), at = layout.place(value, layout.y.low).x;
    const float left = std::clamp(at - width / 2, plot.min.x - theme.px(20), std::max(plot.min.x, plot.max.x - width));
    const bool clear = std::none_of(taken.begin(), taken.end(), [&](const auto& other) {
      return left < other.second + gap && left + width + gap > other.first;
    });
    if (!clear) continue;
    taken.emplace_back(left, left + width);
    draw.AddRectFilled({std::round(at), plot.max.y}, {std::round(at) + 1, plot.max.y + theme.px(3)}, theme.faint);
    draw_text(draw, theme, TextRole::secondary, {left, y}, axis_ink(chart.mark_x == value ? theme.text : theme.dim),
              label);
  }
}

void draw_y_axis(ImDrawList& draw, const Theme& theme, const LinesLayout& layout) {
  const Rect& plot = layout.plot;
  const float half = text_height(theme, TextRole::secondary) / 2;
  const int ticks_max = std::clamp(static_cast<int>(plot.height() / theme.px(26)), 2, 8);
  float below = plot.max.y + 4 * half;
  for (const AxisTick& tick : ticks_of(layout.y, ticks_max)) {
    const float at = std::round(layout.place(layout.x.low, tick.value).y);
    draw.AddRectFilled({plot.min.x, at}, {plot.max.x, at + 1}, theme.line);
    if (at + half > below || at < plot.min.y - half) continue;
    draw_text_right(draw, theme, TextRole::secondary, {plot.min.x - theme.px(8), at - half}, axis_ink(theme.dim),
                    tick.label);
    below = at - half - theme.px(2);
  }
  draw_text(draw, theme, TextRole::secondary, {plot.min.x, plot.min.y - 2 * half - theme.px(5)}, theme.dim,
            layout.y.unit_name);
}

void draw_line(ImDrawList& draw, const Theme& theme, const LinesLayout& layout, const PlotLine& line, float alpha) {
  const ImU32 color = with_alpha(line.color, alpha);
  std::vector<ImVec2> part;
  const auto end_part = [&] {
    if (part.size() > 1)
      draw.AddPolyline(part.data(), static_cast<int>(part.size()), color, 0, theme.px(line_thickness));
    part.clear();
  };
  for (const LinesPoint& point : line.points) {
    if (point.y)
      part.push_back(layout.place(point));
    else
      end_part();
  }
  end_part();
  for (const LinesPoint& point : line.points) {
    const ImVec2 at = layout.place(point);
    if (!point.y)
      draw_no_point(draw, theme, at, with_alpha(theme.dim, alpha));
    else if (point.hollow)
      draw_hollow_point(draw, theme, at, color);
    else
      draw.AddCircleFilled(at, theme.px(point_radius), color);
  }
}

}  // namespace

double PlotAxis::share(double value) const {
  const double part = doublings ? log_share(value, low, high) : (value - low) / (high - low);
  return std::isfinite(part) ? part : 0;
}

ImVec2 LinesLayout::place(double at_x, double at_y) const {
  return {plot.min.x + plot.width() * static_cast<float>(x.share(at_x)),
          plot.max.y - plot.height() * static_cast<float>(y.share(at_y))};
}

ImVec2 LinesLayout::place(const LinesPoint& point) const {
  const ImVec2 foot = place(point.x, y.low);
  return point.y ? place(point.x, *point.y) : ImVec2{foot.x, plot.max.y};
}

std::pair<double, std::string> axis_unit(Unit unit, double high) {
  if (unit == Unit::share) return {0.01, "%"};
  const auto found = std::find_if(prefixed_units.begin(), prefixed_units.end(),
                                  [&](const PrefixedUnit& each) { return each.unit == unit; });
  if (found == prefixed_units.end()) return {1, std::string(entry_of(unit).symbol)};
  const Prefix& prefix = filled_prefix(high / found->size, found->prefixes);
  const std::string letter(prefix.letter), name(found->name), between(found->apart && !letter.empty() ? " " : "");
  const bool before = unit == Unit::dollars;
  return {prefix.size * found->size, before ? name + between + letter : letter + between + name};
}

std::optional<LinesLayout> lay_out_lines(const Theme& theme, const Rect& area, const LinesChart& chart) {
  ValueExtent along, up;
  for (const PlotLine& line : chart.lines)
    for (const LinesPoint& point : line.points) {
      along.add(point.x);
      if (point.y) up.add(*point.y);
    }
  if (!along.any) return std::nullopt;
  if (chart.mark_x) along.add(*chart.mark_x);
  if (chart.mark_x && chart.mark_y) up.add(*chart.mark_y);
  if (chart.limit && *chart.limit < 3 * up.most) up.add(*chart.limit);
  LinesLayout layout;
  const float line = text_height(theme, TextRole::secondary);
  layout.plot = {{area.min.x + theme.px(46), area.min.y + line + theme.px(8)},
                 {area.max.x - theme.px(12), area.max.y - 2 * line - theme.px(8)}};
  if (layout.plot.width() < theme.px(60) || layout.plot.height() < theme.px(30)) return std::nullopt;
  layout.x = x_axis(along, chart.x_unit), layout.y = y_axis(up, chart.y_unit);
  // Points at the ends keep clear of the edges.
  const float inset = theme.px(10);
  layout.plot.min.x += inset, layout.plot.max.x -= inset;
  return layout;
}

std::optional<PlotPlace> point_near(const LinesLayout& layout, const LinesChart& chart, ImVec2 pointer) {
  const float beside = 24;  // pixels around the plot that still count
  if (pointer.x < layout.plot.min.x - beside || pointer.x > layout.plot.max.x + beside ||
      pointer.y < layout.plot.min.y - beside || pointer.y > layout.plot.max.y + beside)
    return std::nullopt;
  std::optional<PlotPlace> nearest;
  std::pair<float, float> least;
  for (std::size_t l = 0; l < chart.lines.size(); ++l)
    for (std::size_t p = 0; p < chart.lines[l].points.size(); ++p) {
      const ImVec2 at = layout.place(chart.lines[l].points[p]);
      const std::pair distance{std::round(std::abs(at.x - pointer.x)), std::abs(at.y - pointer.y)};
      if (!nearest || distance < least) nearest = PlotPlace{l, p}, least = distance;
    }
  return nearest;
}

void draw_no_point(ImDrawList& draw, const Theme& theme, ImVec2 at, ImU32 color) {
  const float arm = theme.px(3.2F);
  draw.AddLine({at.x - arm, at.y - arm}, {at.x + arm, at.y + arm}, color, theme.px(1.4F));
  draw.AddLine({at.x - arm, at.y + arm}, {at.x + arm, at.y - arm}, color, theme.px(1.4F));
}

void draw_hollow_point(ImDrawList& draw, const Theme& theme, ImVec2 at, ImU32 color) {
  draw.AddCircleFilled(at, theme.px(point_radius + 0.8F), theme.panel);
  draw.AddCircle(at, theme.px(point_radius + 0.8F), color, 0, theme.px(1.6F));
}

void draw_lines_chart(ImDrawList& draw, const Theme& theme, const LinesLayout& layout, const LinesChart& chart) {
  const Rect& plot = layout.plot;
  const float alpha = chart.dimmed ? 0.35F : 1;
  draw_y_axis(draw, theme, layout);
  draw_x_axis(draw, theme, layout, chart);
  if (chart.limit && layout.y.share(*chart.limit) <= 1) {
    const float y = std::round(layout.place(layout.x.low, *chart.limit).y);
    draw.AddRectFilled({plot.min.x, y - 1}, {plot.max.x, y + 1}, with_alpha(theme.bad, alpha));
  }
  std::vector<ImVec2> ideal;
  for (const ImVec2& value : chart.ideal) {
    const double share = layout.y.share(value.y);
    if (share >= -0.001 && share <= 1.001) ideal.push_back(layout.place(value.x, value.y));
  }
  draw_dashed(draw, ideal, with_alpha(theme.dim, alpha), theme.px(5), theme.px(1.2F));
  for (const PlotLine& line : chart.lines) draw_line(draw, theme, layout, line, alpha);
  if (chart.mark_x && chart.mark_y) {
    const ImVec2 at = layout.place(*chart.mark_x, *chart.mark_y);
    draw.AddCircleFilled(at, theme.px(disc_radius), with_alpha(theme.text, alpha));
  }
  if (!chart.pointed) return;
  const ImVec2 at = layout.place(chart.lines[chart.pointed->line].points[chart.pointed->point]);
  draw.AddRectFilled({std::round(at.x), plot.min.y}, {std::round(at.x) + 1, plot.max.y}, with_alpha(theme.text, 0.35F));
  draw.AddCircle(at, theme.px(ring_radius), theme.text, 0, theme.px(1.8F));
}

}  // namespace shardscope
