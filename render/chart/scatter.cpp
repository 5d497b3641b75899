#include "render/chart/scatter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "render/chart/chart.h"
#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float foot_width = 36, foot_height = 36, dot = 4, chosen_dot = 6, label_gap = 8, reach_of_pointer = 9;

void draw_axes(ImDrawList& draw, const ScatterGeometry& geometry, const ScatterPlot& plot, const Theme& theme) {
  const Rect& rect = geometry.plot;
  const float height = text_height(theme, TextRole::secondary), gap = theme.px(6);
  draw.AddRectFilled(rect.min, rect.max, theme.bg, theme.px(4));
  const Ticks ticks = nice_ticks(0, geometry.top, 4);
  for (const double share : ticks) {
    const float y = std::round(geometry.place(geometry.low, share).y);
    if (share > 0 && share < geometry.top * 0.999) draw.AddRectFilled({rect.min.x, y}, {rect.max.x, y + 1}, theme.line);
    const float top = std::clamp(y - height / 2, rect.min.y - height / 4, rect.max.y - height);
    draw_text_right(draw, theme, TextRole::secondary, {rect.min.x - gap, top}, axis_ink(theme.dim),
                    format_percent_to(share, 0).text());
  }
  for (const ScatterTick& tick : scatter_ticks(geometry, theme))
    draw_text_centered(draw, theme, TextRole::secondary, {tick.label.center().x, tick.label.min.y}, axis_ink(theme.dim),
                       tick.words);
  draw_text_centered(draw, theme, TextRole::secondary, {rect.center().x, rect.max.y + theme.px(4) + height}, theme.dim,
                     fitted(theme, TextRole::secondary, plot.amount_name, rect.width() + theme.px(foot_width)));
}

void draw_front(ImDrawList& draw, const ScatterGeometry& geometry, const ScatterPlot& plot, const Theme& theme) {
  std::vector<ImVec2> front;
  for (const ScatterPoint& point : plot.points)
    if (point.on_front) front.push_back(geometry.place(point.amount, point.share));
  std::sort(front.begin(), front.end(), [](ImVec2 a, ImVec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  draw_dashed(draw, front, theme.accent, theme.px(4), theme.px(1.5f));
}

void draw_point(ImDrawList& draw, const Theme& theme, const ScatterPoint& point, ImVec2 at, bool hovered) {
  const ImU32 plain = hovered ? theme.text : theme.dim;
  const ImU32 color = point.pale ? blend(theme.bg, plain, 0.5f) : plain;
  if (point.mark == PointMark::plain) return draw.AddCircleFilled(at, theme.px(dot), color);
  draw.AddCircleFilled(at, theme.px(point.mark == PointMark::filled ? chosen_dot : dot), theme.accent);
  if (point.mark == PointMark::ringed) draw.AddCircle(at, theme.px(chosen_dot + 1), theme.accent, 0, theme.px(1.5f));
}

// The chosen first, then the front, then from left to right.
std::vector<std::size_t> order_of_labels(const ScatterPlot& plot) {
  std::vector<std::size_t> order(plot.points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto rank = [&](std::size_t i) {
    const ScatterPoint& point = plot.points[i];
    return point.mark != PointMark::plain ? 0 : point.on_front ? 1 : 2;
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  return order;
}

ImVec2 nearest_in(const Rect& rect, ImVec2 point) {
  return {std::clamp(point.x, rect.min.x, rect.max.x), std::clamp(point.y, rect.min.y, rect.max.y)};
}

float distance_to(const Rect& rect, ImVec2 point) {
  const ImVec2 at = nearest_in(rect, point);
  return std::hypot(at.x - point.x, at.y - point.y);
}

/// From a point to its label, where that isn't beside it or another point is nearer.
void draw_leader(ImDrawList& draw, const Theme& theme, std::span<const ImVec2> points, std::size_t own,
                 const Rect& label) {
  const float distance = distance_to(label, points[own]);
  const bool other_nearer = std::any_of(points.begin(), points.end(), [&](ImVec2 other) {
    const bool same = other.x == points[own].x && other.y == points[own].y;
    return !same && distance_to(label, other) < distance + theme.px(3);
  });
  if (distance < theme.px(2 * label_gap) && !other_nearer) return;
  draw.AddLine(points[own], nearest_in(label, points[own]), theme.faint, theme.px(1));
}

void draw_labels(ImDrawList& draw, const ScatterGeometry& geometry, const ScatterPlot& plot, const Theme& theme,
                 int hovered) {
  const std::vector<std::size_t> order = order_of_labels(plot);
  std::vector<ImVec2> places, sizes;
  for (const std::size_t i : order) {
    const ScatterPoint& point = plot.points[i];
    const TextRole role = point.mark == PointMark::plain ? TextRole::secondary : TextRole::strong;
    places.push_back(geometry.place(point.amount, point.share));
    sizes.emplace_back(text_width(theme, role, point.label), text_height(theme, role));
  }
  const std::vector<std::optional<Rect>> labels =
      place_labels_farther(places, sizes, geometry.plot.inset(theme.px(2)), theme.px(label_gap));
  for (std::size_t k = 0; k < order.size(); ++k)
    if (labels[k]) draw_leader(draw, theme, places, k, *labels[k]);
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (!labels[k]) continue;
    const ScatterPoint& point = plot.points[order[k]];
    const Rect ground = labels[k]->inset(theme.px(1));  // no line strikes through a name
    draw.AddRectFilled(ground.min, ground.max, theme.bg);
    const bool lit = point.mark != PointMark::plain || static_cast<int>(order[k]) == hovered;
    draw_text(draw, theme, point.mark == PointMark::plain ? TextRole::secondary : TextRole::strong, labels[k]->min,
              lit ? theme.text : theme.dim, point.label);
  }
}

}  // namespace

ImVec2 ScatterGeometry::place(double amount, double share) const {
  const double across = std::log2(std::max(amount, low) / low) / std::log2(high / low);
  const float margin = std::min(plot.width(), plot.height()) * 0.06f;
  return {plot.min.x + margin + static_cast<float>(std::min(across, 1.0)) * (plot.width() - 2 * margin),
          plot.max.y - margin - static_cast<float>(share / top) * (plot.height() - 2 * margin)};
}

ScatterGeometry scatter_geometry(const Rect& area, const ScatterPlot& plot, const Theme& theme) {
  ScatterGeometry geometry;
  geometry.plot = {{area.min.x + theme.px(foot_width), area.min.y},
                   {area.max.x, std::max(area.max.y - theme.px(foot_height), area.min.y + 1)}};
  double least = 1e300, most = 0, share = 0;
  for (const ScatterPoint& point : plot.points) {
    least = std::min(least, point.amount);
    most = std::max(most, point.amount);
    share = std::max(share, point.share);
  }
  if (most > 0) {
    geometry.low = std::exp2(std::floor(std::log2(least) + 1e-9));
    geometry.high = std::max(std::exp2(std::ceil(std::log2(most) - 1e-9)), 2 * geometry.low);
  }
  geometry.top = std::max(std::ceil(share * 20 - 1e-9) / 20, 0.05);
  return geometry;
}

int scatter_hit(const ScatterGeometry& geometry, const ScatterPlot& plot, ImVec2 pointer, float reach) {
  int nearest = -1;
  float least = reach * reach;
  for (std::size_t i = 0; i < plot.points.size(); ++i) {
    const ImVec2 at = geometry.place(plot.points[i].amount, plot.points[i].share);
    const float distance = (at.x - pointer.x) * (at.x - pointer.x) + (at.y - pointer.y) * (at.y - pointer.y);
    if (distance >= least) continue;
    least = distance;
    nearest = static_cast<int>(i);
  }
  return nearest;
}

std::vector<std::optional<Rect>> place_labels(std::span<const ImVec2> points, std::span<const ImVec2> sizes,
                                              const Rect& bounds, float gap, std::span<const Rect> taken,
                                              float clearance) {
  std::vector<std::optional<Rect>> placed(points.size());
  const auto is_free = [&](const Rect& label) {
    if (label.min.x < bounds.min.x || label.max.x > bounds.max.x) return false;
    if (label.min.y < bounds.min.y || label.max.y > bounds.max.y) return false;
    const float clear = (clearance > 0 ? clearance : gap) * 0.6f;
    for (const ImVec2 point : points)
      if (label.overlaps({{point.x - clear, point.y - clear}, {point.x + clear, point.y + clear}})) return false;
    // Two names on a line don't read as one.
    const Rect apart{{label.min.x - clear, label.min.y}, {label.max.x + clear, label.max.y}};
    if (std::any_of(taken.begin(), taken.end(), [&](const Rect& other) { return apart.overlaps(other); })) return false;
    return std::none_of(placed.begin(), placed.end(),
                        [&](const std::optional<Rect>& other) { return other && apart.overlaps(*other); });
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ImVec2 at = points[i], size = sizes[i];
    // Upper left corners: right, left, below, above, the four between, and below and above as far in as they must be.
    const float inside = std::clamp(at.x - size.x / 2, bounds.min.x, std::max(bounds.min.x, bounds.max.x - size.x));
    const std::array<ImVec2, 10> corners = {{{at.x + gap, at.y - size.y / 2},
                                             {at.x - gap - size.x, at.y - size.y / 2},
                                             {at.x - size.x / 2, at.y + gap},
                                             {at.x - size.x / 2, at.y - gap - size.y},
                                             {at.x + gap * 0.7f, at.y + gap * 0.7f},
                                             {at.x + gap * 0.7f, at.y - gap * 0.7f - size.y},
                                             {at.x - gap * 0.7f - size.x, at.y + gap * 0.7f},
                                             {at.x - gap * 0.7f - size.x, at.y - gap * 0.7f - size.y},
                                             {inside, at.y + gap},
                                             {inside, at.y - gap - size.y}}};
    for (const ImVec2 corner : corners) {
      const Rect label{corner, {corner.x + size.x, corner.y + size.y}};
      if (!is_free(label)) continue;
      placed[i] = label;
      break;
    }
  }
  return placed;
}

namespace {

/// The free place nearest to the point, of all in the bounds, so far `aside` of names on its line; absent where none is
/// free.
std::optional<Rect> nearest_free(ImVec2 point, ImVec2 size, const Rect& bounds, std::span<const ImVec2> points,
                                 std::span<const Rect> taken, float clear, float aside) {
  constexpr float step = 2;
  const auto is_free = [&](const Rect& label) {
    const Rect around{{label.min.x - aside, label.min.y}, {label.max.x + aside, label.max.y}};
    const auto near_label = [&](const Rect& other) { return around.overlaps(other); };
    return std::none_of(taken.begin(), taken.end(), near_label) &&
           std::none_of(points.begin(), points.end(), [&](ImVec2 p) { return distance_to(label, p) < clear; });
  };
  std::optional<Rect> nearest;
  for (float y = bounds.min.y; y + size.y <= bounds.max.y; y += step)
    for (float x = bounds.min.x; x + size.x <= bounds.max.x; x += step) {
      const Rect label{{x, y}, {x + size.x, y + size.y}};
      const bool nearer = !nearest || distance_to(label, point) < distance_to(*nearest, point);
      if (nearer && is_free(label)) nearest = label;
    }
  return nearest;
}

}  // namespace

std::vector<std::optional<Rect>> place_labels_farther(std::span<const ImVec2> points, std::span<const ImVec2> sizes,
                                                      const Rect& bounds, float gap) {
  std::vector<std::optional<Rect>> labels = place_labels(points, sizes, bounds, gap);
  for (const float farther : {2.0f, 3.0f, 4.0f, 5.0f, 6.5f, 8.0f, 10.0f, 12.0f}) {
    std::vector<Rect> taken;
    for (const std::optional<Rect>& label : labels)
      if (label) taken.push_back(*label);
    if (taken.size() == points.size()) break;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (labels[i]) continue;
      // The point alone first, so that it may choose; the others after it only keep their places.
      std::vector<ImVec2> at(points.begin(), points.end()), size(points.size(), ImVec2(0, 0));
      std::swap(at[0], at[i]);
      size[0] = sizes[i];
      labels[i] = place_labels(at, size, bounds, gap * farther, taken, gap)[0];
      if (labels[i]) taken.push_back(*labels[i]);
    }
  }
  std::vector<Rect> taken;
  for (const std::optional<Rect>& label : labels)
    if (label) taken.push_back(*label);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (labels[i]) continue;
    for (const float aside : {gap / 2, gap / 4, 0.0f})  // two names on a line don't read as one where there is room
      if (!labels[i]) labels[i] = nearest_free(points[i], sizes[i], bounds, points, taken, gap / 2, aside);
    if (labels[i]) taken.push_back(*labels[i]);
  }
  return labels;
}

std::vector<ScatterTick> scatter_ticks(const ScatterGeometry& geometry, const Theme& theme) {
  const Rect& rect = geometry.plot;
  std::vector<ScatterTick> ticks;
  float free = rect.min.x;  // from here on no label stands
  const double doublings = std::log2(geometry.high / geometry.low);
  const float widest = text_width(theme, TextRole::secondary, fixed(geometry.high, 0)) + theme.px(8);
  const double every = std::max(1.0, std::ceil(doublings * static_cast<double>(widest / rect.width()) - 1e-9));
  for (double amount = geometry.low; amount <= geometry.high * 1.001; amount *= std::exp2(every)) {
    const std::string words = fixed(amount, amount < 1 ? 1 : 0);
    const float half = text_width(theme, TextRole::secondary, words) / 2;
    const float x = std::clamp(geometry.place(amount, 0).x, rect.min.x + half, rect.max.x - half);
    if (x - half < free) continue;
    const float top = rect.max.y + theme.px(2);
    ticks.push_back({words, {{x - half, top}, {x + half, top + text_height(theme, TextRole::secondary)}}});
    free = x + half + theme.px(8);
  }
  return ticks;
}

int draw_scatter(ImDrawList& draw, const Rect& area, const ScatterPlot& plot, const Theme& theme, ImVec2 pointer) {
  const ScatterGeometry geometry = scatter_geometry(area, plot, theme);
  const int hovered = scatter_hit(geometry, plot, pointer, theme.px(reach_of_pointer));
  draw_axes(draw, geometry, plot, theme);
  if (plot.points.empty()) return -1;
  if (plot.limit >= geometry.low && plot.limit <= geometry.high) {
    const float x = geometry.place(plot.limit, 0).x;
    const std::array<ImVec2, 2> line = {{{x, geometry.plot.min.y}, {x, geometry.plot.max.y}}};
    draw_dashed(draw, line, theme.faint, theme.px(3), theme.px(1));
  }
  draw_front(draw, geometry, plot, theme);
  for (std::size_t i = 0; i < plot.points.size(); ++i)
    draw_point(draw, theme, plot.points[i], geometry.place(plot.points[i].amount, plot.points[i].share),
               static_cast<int>(i) == hovered);
  draw_labels(draw, geometry, plot, theme, hovered);
  return hovered;
}

}  // namespace shardscope
