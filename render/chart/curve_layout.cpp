#include "render/chart/curve_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "render/chart/log_axis.h"
#include "render/text/text.h"

namespace shardscope {

double CurveScale::y_part(double y) const {
  if (log_y) return log_share(y, y_low, y_high);
  return (y - y_low) / (y_high - y_low);
}

ImVec2 CurveScale::at(const CurvePoint& point) const {
  const double x = log_share(point.x, x_low, x_high);
  return {inside.min.x + inside.width() * static_cast<float>(std::clamp(x, 0.0, 1.0)),
          inside.max.y - inside.height() * static_cast<float>(std::clamp(y_part(point.y), 0.0, 1.0))};
}

double CurveScale::x_of(float pixel) const {
  return value_at_log_share(static_cast<double>((pixel - inside.min.x) / inside.width()), x_low, x_high);
}

namespace {

// Lengths at scale 1.
constexpr float axis_widest = 0.4F;  // of the chart's width
constexpr float axis_width = 72, axis_row = 19, word_gap = 2;
constexpr ImVec2 apart{12, 5};      // two words on a line, or below each other, don't read as one
constexpr float least_inside = 24;  // of the height where values lie

constexpr auto lies_lower = [](const CurvePoint& a, const CurvePoint& b) { return a.y < b.y; };

const CurvePoint& highest_of(const CurveChart& chart) {
  return *std::max_element(chart.points.begin(), chart.points.end(), lies_lower);
}

const CurvePoint& lowest_of(const CurveChart& chart) {
  return *std::min_element(chart.points.begin(), chart.points.end(), lies_lower);
}

/// As wide as its labels need, so that none lies over what stands beside the chart.
float axis_of(const Theme& theme, const Rect& area, const CurveChart& chart) {
  if (chart.labels_inside) return 0;
  float widest = theme.px(axis_width);
  for (const double y : {lowest_of(chart).y, highest_of(chart).y})
    widest = std::max(widest, text_width(theme, TextRole::secondary, chart.y_words(y)) + theme.px(10));
  return std::min(widest, area.width() * axis_widest);
}

/// All of the curve, and this plan's point where that lies beside it.
CurveScale scale_of(const Rect& plot, const CurveChart& chart) {
  CurveScale scale{plot, plot, chart.points.front().x, chart.points.back().x, 0, 0, chart.log_y};
  double low = lowest_of(chart).y, high = highest_of(chart).y;
  if (chart.mark && chart.mark->x > 0 && (chart.mark->y > 0 || !chart.log_y)) {
    low = std::min(low, chart.mark->y), high = std::max(high, chart.mark->y);
    scale.x_low = std::min(scale.x_low, chart.mark->x), scale.x_high = std::max(scale.x_high, chart.mark->x);
  }
  const double margin = 0.06;  // so that neither end lies on the frame
  if (chart.log_y) {
    const double around = std::max(std::pow(high / low, margin), 1.01);
    scale.y_low = low / around, scale.y_high = high * around;
  } else {
    const double around = std::max((high - low) * margin, std::abs(high) * 1e-6);
    scale.y_low = low - around, scale.y_high = high + around;
  }
  return scale;
}

std::vector<ImVec2> pixels_of(const CurveScale& scale, std::span<const CurvePoint> points, bool inside_alone) {
  std::vector<ImVec2> line;
  for (const CurvePoint& point : points) {
    const bool inside = scale.y_part(point.y) >= 0 && scale.y_part(point.y) <= 1 &&
                        point.x >= scale.x_low * (1 - 1e-9) && point.x <= scale.x_high * (1 + 1e-9);
    if (!inside_alone || inside) line.push_back(scale.at(point));
  }
  return line;
}

std::vector<Rect> marks_of(const Theme& theme, const CurveScale& scale, const CurveChart& chart) {
  std::vector<Rect> marks;
  const auto add = [&](const CurvePoint& point, float radius) {
    const ImVec2 at = scale.at(point);
    marks.push_back({{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}});
  };
  if (chart.mark) add(*chart.mark, theme.px(curve_disc + 1));
  if (chart.best) add(*chart.best, theme.px(curve_ring + 1));
  if (chart.mark && chart.mark_low && chart.mark_high) {
    const float x = scale.at(*chart.mark).x;
    marks.push_back({{x - 1, scale.at({chart.mark->x, *chart.mark_high}).y},
                     {x + 1, scale.at({chart.mark->x, *chart.mark_low}).y}});
  }
  return marks;
}

/// Lines and marks where values lie within `inside`, without words.
void put_lines(CurveLayout& layout, const Theme& theme, const CurveChart& chart, const Rect& inside) {
  CurveScale& scale = layout.scale;
  scale.inside = inside;
  layout.line = pixels_of(scale, chart.points, false);
  layout.reference = pixels_of(scale, chart.reference, true);
  layout.marks = marks_of(theme, scale, chart);
  layout.limits.clear();
  for (const CurveLimit& limit : chart.limits)
    if (!limit.everywhere && limit.x > scale.x_low && limit.x < scale.x_high)
      layout.limits.push_back(std::round(scale.at({limit.x, scale.y_low}).x));
}

/// Whether the straight line from a to b goes through the box: what is left of it between the box's sides.
bool goes_through(const Rect& box, ImVec2 a, ImVec2 b) {
  float from = 0, to = 1;
  const auto cut = [&](float start, float along, float low, float high) {
    if (along == 0) return start > low && start < high;
    const auto [first, last] = std::minmax({(low - start) / along, (high - start) / along});
    from = std::max(from, first), to = std::min(to, last);
    return from < to;
  };
  return cut(a.x, b.x - a.x, box.min.x, box.max.x) && cut(a.y, b.y - a.y, box.min.y, box.max.y);
}

bool line_crosses(const std::vector<ImVec2>& line, const Rect& box) {
  for (std::size_t i = 1; i < line.size(); ++i)
    if (goes_through(box, line[i - 1], line[i])) return true;
  return false;
}

Rect box_of(const Theme& theme, ImVec2 at, std::string_view words) {
  return {at, {at.x + text_width(theme, TextRole::secondary, words), at.y + text_height(theme, TextRole::secondary)}};
}

/// The highest and the lowest value left of the plot, at their height.
void put_labels_beside(CurveLayout& layout, const Theme& theme, const CurveChart& chart) {
  const CurveScale& scale = layout.scale;
  const Rect& plot = scale.plot;
  const float line = text_height(theme, TextRole::secondary), right = plot.min.x - theme.px(8);
  const CurvePoint &low = lowest_of(chart), &high = highest_of(chart);
  const auto beside = [&](const CurvePoint& point) {
    const std::string words = chart.y_words(point.y);
    const float y = std::clamp(scale.at(point).y - line / 2, plot.min.y, std::max(plot.min.y, plot.max.y - line));
    const float width = text_width(theme, TextRole::secondary, words);
    layout.words.push_back({box_of(theme, {right - width, y}, words), words});
  };
  beside(high);
  if (scale.at(low).y - scale.at(high).y > line) beside(low);
}

/// In the left corners of the plot. Where a line or a mark is there, values make room for a row, and for a ring; in a
/// plot too flat for that the label is left to the pointer.
void put_labels_inside(CurveLayout& layout, const Theme& theme, const CurveChart& chart) {
  const CurveScale& scale = layout.scale;
  const Rect plot = scale.plot;
  const float line = text_height(theme, TextRole::secondary), left = plot.min.x + theme.px(2);
  const std::string high = chart.y_words(highest_of(chart).y), low = chart.y_words(lowest_of(chart).y);
  const PlacedWords above{box_of(theme, {left, plot.min.y}, high), high};
  const PlacedWords below{box_of(theme, {left, plot.max.y - line}, low), low};
  const std::array<float, 3> rooms = {0, line, line + theme.px(curve_ring + 1)};
  const auto makes_room = [&](float top, float bottom) {
    const Rect inside{{plot.min.x, plot.min.y + top}, {plot.max.x, plot.max.y - bottom}};
    if (inside.height() < theme.px(least_inside)) return false;
    put_lines(layout, theme, chart, inside);
    return !crosses_curve(layout, above.box) && !crosses_curve(layout, below.box);
  };
  const auto make_room = [&] {
    for (const float bottom : rooms)
      for (const float top : rooms)
        if (makes_room(top, bottom)) return;
  };
  make_room();
  if (!crosses_curve(layout, above.box)) layout.words.push_back(above);
  const bool both = scale.at(lowest_of(chart)).y - scale.at(highest_of(chart)).y > line;
  if (both && !crosses_curve(layout, below.box)) layout.words.push_back(below);
}

/// The words in one line, or in two.
std::vector<std::string_view> lines_of(std::string_view words, bool two) {
  const std::size_t space = words.find(' ', words.size() / 3);
  if (!two || space == std::string_view::npos) return {words};
  return {words.substr(0, space), words.substr(space + 1)};
}

/// Puts the lines below each other at `at` where they lie in the plot and nothing is there yet.
bool put_where_free(CurveLayout& layout, const Theme& theme, ImVec2 at, std::span<const std::string_view> lines) {
  const Rect& plot = layout.scale.plot;
  std::vector<PlacedWords> placed;
  for (const std::string_view words : lines) {
    placed.push_back({box_of(theme, at, words), std::string(words)});
    at.y = placed.back().box.max.y;
    const Rect& box = placed.back().box;
    const Rect around{{box.min.x - theme.px(apart.x), box.min.y - theme.px(apart.y)},
                      {box.max.x + theme.px(apart.x), box.max.y + theme.px(apart.y)}};
    const auto meets = [&](const PlacedWords& other) { return other.box.overlaps(around); };
    if (box.min.x < plot.min.x || box.max.x > plot.max.x || box.max.y > plot.max.y) return false;
    if (crosses_curve(layout, box.inset(-theme.px(word_gap)))) return false;
    if (std::any_of(layout.words.begin(), layout.words.end(), meets)) return false;
  }
  layout.words.insert(layout.words.end(), placed.begin(), placed.end());
  return true;
}

/// A limit's words, to the right of its line or to the left, or anywhere at the edges where it holds everywhere; in the
/// highest row that is free. Words without room are left to the pointer.
void put_limit(CurveLayout& layout, const Theme& theme, const CurveLimit& limit) {
  const CurveScale& scale = layout.scale;
  const float line = text_height(theme, TextRole::secondary), gap = theme.px(4);
  const float x = std::round(scale.at({limit.x, scale.y_low}).x);
  for (const bool two : {false, true}) {
    const std::vector<std::string_view> lines = lines_of(limit.words, two);
    float width = 0;
    for (const std::string_view words : lines) width = std::max(width, text_width(theme, TextRole::secondary, words));
    const std::array<float, 2> sides = limit.everywhere
                                           ? std::array{scale.plot.min.x + gap, scale.plot.max.x - gap - width}
                                           : std::array{x + gap, x - gap - width};
    for (float y = scale.plot.min.y + theme.px(1); y + line <= scale.plot.max.y; y += line / 2)
      for (const float left : sides)
        if (put_where_free(layout, theme, {left, y}, lines)) return;
  }
}

}  // namespace

bool crosses_curve(const CurveLayout& layout, const Rect& box) {
  const auto over = [&](const Rect& mark) { return mark.overlaps(box); };
  const auto through = [&](float x) { return x + 1 > box.min.x && x < box.max.x; };
  return line_crosses(layout.line, box) || line_crosses(layout.reference, box) ||
         std::any_of(layout.marks.begin(), layout.marks.end(), over) ||
         std::any_of(layout.limits.begin(), layout.limits.end(), through);
}

std::optional<CurveLayout> lay_out_curve(const Theme& theme, const Rect& area, const CurveChart& chart) {
  if (chart.points.size() < 2) return std::nullopt;
  const float axis = axis_of(theme, area, chart);
  const Rect plot{{std::round(area.min.x + axis), std::round(area.min.y)},
                  {std::round(area.max.x), std::round(area.max.y - theme.px(axis_row))}};
  if (plot.width() < 8 || plot.height() < 8) return std::nullopt;
  CurveLayout layout;
  layout.scale = scale_of(plot, chart);
  put_lines(layout, theme, chart, plot);
  if (chart.labels_inside)
    put_labels_inside(layout, theme, chart);
  else
    put_labels_beside(layout, theme, chart);
  for (const CurveLimit& limit : chart.limits) {
    const bool shown = limit.everywhere || (limit.x > layout.scale.x_low && limit.x < layout.scale.x_high);
    if (shown) put_limit(layout, theme, limit);
  }
  return layout;
}

}  // namespace shardscope
