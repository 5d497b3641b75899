#include "render/chart/curve_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float axis_widest = 0.4F;  // of the chart's width
constexpr float axis_width = 72, axis_row = 19, line_width = 1.6F, disc = 5, ring = 7.5F;

struct Scale {
  Rect plot;
  double x_low = 1, x_high = 10, y_low = 0, y_high = 1;
  bool log_y = false;

  [[nodiscard]] double y_part(double y) const {
    if (log_y) return std::log(y / y_low) / std::log(y_high / y_low);
    return (y - y_low) / (y_high - y_low);
  }
  [[nodiscard]] ImVec2 at(const CurvePoint& point) const {
    const double x = std::log(point.x / x_low) / std::log(x_high / x_low);
    return {plot.min.x + plot.width() * static_cast<float>(std::clamp(x, 0.0, 1.0)),
            plot.max.y - plot.height() * static_cast<float>(std::clamp(y_part(point.y), 0.0, 1.0))};
  }
  [[nodiscard]] double x_of(float pixel) const {
    return x_low * std::pow(x_high / x_low, static_cast<double>((pixel - plot.min.x) / plot.width()));
  }
};

const CurvePoint& highest_of(const CurveChart& chart) {
  return *std::max_element(chart.points.begin(), chart.points.end(),
                           [](const CurvePoint& a, const CurvePoint& b) { return a.y < b.y; });
}

const CurvePoint& lowest_of(const CurveChart& chart) {
  return *std::min_element(chart.points.begin(), chart.points.end(),
                           [](const CurvePoint& a, const CurvePoint& b) { return a.y < b.y; });
}

/// All of the curve, and this plan's point where that lies beside it.
Scale scale_of(const Rect& plot, const CurveChart& chart) {
  Scale scale{plot, chart.points.front().x, chart.points.back().x, 0, 0, chart.log_y};
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

void draw_line(ImDrawList& draw, const Theme& theme, const Scale& scale, std::span<const CurvePoint> points,
               ImU32 color, bool dashed) {
  std::vector<ImVec2> line;
  for (const CurvePoint& point : points) {
    const bool inside = scale.y_part(point.y) >= 0 && scale.y_part(point.y) <= 1 &&
                        point.x >= scale.x_low * (1 - 1e-9) && point.x <= scale.x_high * (1 + 1e-9);
    if (!dashed || inside) line.push_back(scale.at(point));
  }
  if (!dashed) return draw.AddPolyline(line.data(), static_cast<int>(line.size()), color, 0, theme.px(line_width));
  for (std::size_t i = 1; i < line.size(); i += 1) {
    const ImVec2 middle{(line[i - 1].x + line[i].x) / 2, (line[i - 1].y + line[i].y) / 2};
    draw.AddLine(line[i - 1], middle, color, theme.px(1));
  }
}

/// The highest and the lowest value: left of the plot at their height, or in its corners on a ground of their own.
void draw_y_labels(ImDrawList& draw, const Theme& theme, const Scale& scale, const CurveChart& chart) {
  const Rect& plot = scale.plot;
  const float line = text_height(theme, TextRole::secondary), right = plot.min.x - theme.px(8);
  const CurvePoint &low = lowest_of(chart), &high = highest_of(chart);
  const bool both = scale.at(low).y - scale.at(high).y > line;
  if (!chart.labels_inside) {
    const auto beside = [&](const CurvePoint& point) {
      const float y = std::clamp(scale.at(point).y - line / 2, plot.min.y, std::max(plot.min.y, plot.max.y - line));
      draw_text_right(draw, theme, TextRole::secondary, {right, y}, theme.dim, chart.y_words(point.y));
    };
    beside(high);
    if (both) beside(low);
    return;
  }
  const auto inside = [&](float y, const std::string& words) {
    const float width = text_width(theme, TextRole::secondary, words);
    draw.AddRectFilled({plot.min.x, y}, {plot.min.x + width + theme.px(5), y + line}, with_alpha(theme.bg, 0.8F));
    draw_text(draw, theme, TextRole::secondary, {plot.min.x + theme.px(2), y}, theme.dim, words);
  };
  inside(plot.min.y, chart.y_words(high.y));
  if (both) inside(plot.max.y - line, chart.y_words(low.y));
}

/// What words keep clear of: this plan's disc with its range, and the best one's ring.
std::vector<Rect> marks_of(const Theme& theme, const Scale& scale, const CurveChart& chart) {
  std::vector<Rect> marks;
  const auto add = [&](const CurvePoint& point, float radius) {
    const ImVec2 at = scale.at(point);
    marks.push_back({{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}});
  };
  if (chart.mark) add(*chart.mark, theme.px(disc + 1));
  if (chart.best) add(*chart.best, theme.px(ring + 1));
  if (chart.mark && chart.mark_low && chart.mark_high) {
    const float x = scale.at(*chart.mark).x;
    marks.push_back({{x - 1, scale.at({chart.mark->x, *chart.mark_high}).y},
                     {x + 1, scale.at({chart.mark->x, *chart.mark_low}).y}});
  }
  return marks;
}

/// The words in one line, or in two.
std::vector<std::string_view> lines_of(std::string_view words, bool two) {
  const std::size_t space = words.find(' ', words.size() / 3);
  if (!two || space == std::string_view::npos) return {words};
  return {words.substr(0, space), words.substr(space + 1)};
}

/// Writes words where they keep clear of the marks and of each other.
class LimitWords {
 public:
  LimitWords(ImDrawList& draw, const Theme& theme, const Scale& scale, const CurveChart& chart)
      : draw_(draw), theme_(theme), right_(scale.plot.max.x), taken_(marks_of(theme, scale, chart)) {}

  [[nodiscard]] float line() const { return text_height(theme_, TextRole::secondary); }

  /// Whether there was room.
  bool say(ImVec2 at, std::span<const std::string_view> lines) {
    float width = 0;
    for (const std::string_view words : lines) width = std::max(width, text_width(theme_, TextRole::secondary, words));
    const Rect box{at, {at.x + width, at.y + line() * static_cast<float>(lines.size())}};
    const auto meets = [&](const Rect& other) { return other.overlaps(box); };
    if (box.max.x > right_ || std::any_of(taken_.begin(), taken_.end(), meets)) return false;
    for (std::size_t i = 0; i < lines.size(); ++i)
      draw_text(draw_, theme_, TextRole::secondary, {at.x, at.y + line() * static_cast<float>(i)}, theme_.dim,
                lines[i]);
    taken_.push_back(box);
    return true;
  }

 private:
  ImDrawList& draw_;
  const Theme& theme_;
  float right_;
  std::vector<Rect> taken_;
};

/// Of a limit that holds everywhere, in the left corner that the curve leaves free, from `y` where that is above. How
/// high they are there.
float say_everywhere(LimitWords& room, const Theme& theme, const Scale& scale, const CurveChart& chart,
                     std::string_view words, float y) {
  const Rect& plot = scale.plot;
  const bool curve_above = scale.at(chart.points.front()).y < plot.center().y;
  const float below = plot.max.y - (chart.labels_inside ? room.line() : 0) - theme.px(2);
  for (const bool two : {false, true}) {
    const std::vector<std::string_view> lines = lines_of(words, two);
    const float height = room.line() * static_cast<float>(lines.size());
    if (room.say({plot.min.x + theme.px(4), curve_above ? below - height : y}, lines)) return curve_above ? 0 : height;
  }
  return 0;
}

/// Thin upright lines; words to the right of each, or to the left, each in a row of its own below the corner's label;
/// words without room, beside this plan's mark as well, are left to the pointer.
void draw_limits(ImDrawList& draw, const Theme& theme, const Scale& scale, const CurveChart& chart) {
  const Rect& plot = scale.plot;
  LimitWords room(draw, theme, scale, chart);
  const float line = room.line();
  float behind_label = plot.min.x;
  if (chart.labels_inside)
    behind_label += text_width(theme, TextRole::secondary, chart.y_words(highest_of(chart).y)) + theme.px(8);
  const float top = plot.min.y + theme.px(1);
  float y = top;
  for (const CurveLimit& limit : chart.limits) {
    if (limit.everywhere) {
      y += say_everywhere(room, theme, scale, chart, limit.words, y);
      continue;
    }
    if (!(limit.x > scale.x_low) || !(limit.x < scale.x_high)) continue;
    const float x = std::round(scale.at({limit.x, scale.y_low}).x);
    draw.AddRectFilled({x, plot.min.y}, {x + 1, plot.max.y}, theme.line);
    const float width = text_width(theme, TextRole::secondary, limit.words) + theme.px(8);
    const float left = x + width <= plot.max.x ? x + theme.px(4) : x - width + theme.px(4);
    const bool over_label = y == top && left < behind_label;
    if (over_label) y += line;
    if (left < plot.min.x || y + line > plot.max.y - (chart.labels_inside ? line : 0)) continue;
    room.say({left, y}, std::array{limit.words});
    y += line;
  }
}

/// The values of x below the plot.
void draw_x_labels(ImDrawList& draw, const Theme& theme, const Scale& scale, const CurveChart& chart) {
  const Rect& plot = scale.plot;
  const float y = plot.max.y + theme.px(4);
  const std::string first = chart.x_words(scale.x_low), last = chart.x_words(scale.x_high);
  const float first_width = draw_text(draw, theme, TextRole::secondary, {plot.min.x, y}, theme.dim, first);
  const float last_width = text_width(theme, TextRole::secondary, last);
  if (first_width + last_width + theme.px(6) <= plot.width())
    draw_text_right(draw, theme, TextRole::secondary, {plot.max.x, y}, theme.dim, last);
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
  const double part = std::log(x / before.x) / std::log(after->x / before.x);
  return before.y + (after->y - before.y) * part;
}

namespace {

/// As wide as its labels need, so that none lies over what stands beside the chart.
float axis_of(const Theme& theme, const Rect& area, const CurveChart& chart) {
  if (chart.labels_inside || chart.points.empty()) return 0;
  float widest = theme.px(axis_width);
  for (const double y : {lowest_of(chart).y, highest_of(chart).y})
    widest = std::max(widest, text_width(theme, TextRole::secondary, chart.y_words(y)) + theme.px(10));
  return std::min(widest, area.width() * axis_widest);
}

}  // namespace

std::optional<CurvePoint> draw_curve_chart(ImDrawList& draw, const Theme& theme, const Rect& area,
                                           const CurveChart& chart, ImVec2 pointer) {
  const float axis = axis_of(theme, area, chart);
  const Rect plot{{std::round(area.min.x + axis), std::round(area.min.y)},
                  {std::round(area.max.x), std::round(area.max.y - theme.px(axis_row))}};
  if (chart.points.size() < 2 || plot.width() < 8 || plot.height() < 8) return std::nullopt;
  const Scale scale = scale_of(plot, chart);
  draw.AddRectFilled(plot.min, plot.max, theme.bg);
  draw_limits(draw, theme, scale, chart);
  if (!chart.reference.empty()) draw_line(draw, theme, scale, chart.reference, theme.dim, true);
  draw_line(draw, theme, scale, chart.points, theme.accent, false);
  draw_y_labels(draw, theme, scale, chart);
  draw_x_labels(draw, theme, scale, chart);
  if (chart.mark && chart.mark_low && chart.mark_high)
    draw.AddLine(scale.at({chart.mark->x, *chart.mark_low}), scale.at({chart.mark->x, *chart.mark_high}), theme.text,
                 theme.px(1.5F));
  if (chart.mark) draw.AddCircleFilled(scale.at(*chart.mark), theme.px(disc), theme.text);
  if (chart.best) draw.AddCircle(scale.at(*chart.best), theme.px(ring), theme.good, 0, theme.px(1.8F));
  if (!plot.contains(pointer)) return std::nullopt;
  const double x = scale.x_of(pointer.x);
  const std::optional<double> y = value_at(chart.points, x);
  if (!y) return std::nullopt;
  draw.AddCircle(scale.at({x, *y}), theme.px(3.5F), theme.text, 0, theme.px(1.5F));
  return CurvePoint{x, *y};
}

}  // namespace shardscope
