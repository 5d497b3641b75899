#include "render/cluster/site_chart.h"

#include <algorithm>
#include <cmath>

#include "render/chart/log_axis.h"
#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float axis_width = 46, axis_height = 24, labels_width = 74;  // at scale 1

struct Scale {
  Rect plot;
  double low = site_meters_min, high = site_meters_max;

  [[nodiscard]] ImVec2 at(double meters, double efficiency) const {
    const double x = log_share(std::clamp(meters, low, high), low, high);
    return {plot.min.x + plot.width() * static_cast<float>(x),
            plot.max.y - plot.height() * static_cast<float>(std::clamp(efficiency, 0.0, 1.0))};
  }
};

ImU32 line_color(const Theme& theme, std::size_t i, std::size_t count) {
  return ordinal_color(theme, static_cast<int>(i), static_cast<int>(count));
}

void draw_axes(ImDrawList& draw, const Theme& theme, const Scale& scale) {
  const float line = text_height(theme, TextRole::secondary);
  for (const int percent : {0, 25, 50, 75, 100}) {
    const float y = scale.at(scale.low, percent / 100.0).y;
    draw.AddLine({scale.plot.min.x, y}, {scale.plot.max.x, y}, theme.line);
    draw_text_right(draw, theme, TextRole::secondary, {scale.plot.min.x - theme.px(8), y - line / 2},
                    axis_ink(theme.dim), with_unit(grouped(percent), Unit::share).text());
  }
  for (const double meters : {1e3, 1e4, 1e5, 1e6, 1e7}) {
    if (meters < scale.low || meters > scale.high) continue;
    const float x = scale.at(meters, 0).x;
    draw.AddLine({x, scale.plot.max.y}, {x, scale.plot.max.y + theme.px(4)}, theme.faint);
    draw_text_centered(draw, theme, TextRole::secondary, {x, scale.plot.max.y + theme.px(6)}, axis_ink(theme.dim),
                       distance_words(meters));
  }
}

/// Each link's words at its curve's end, moved apart where they would meet.
void draw_labels(ImDrawList& draw, const Theme& theme, const Scale& scale, std::span<const SiteLine> lines) {
  struct Label {
    float y;
    std::size_t line;
  };
  std::vector<Label> labels;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!lines[i].points.empty()) labels.push_back({scale.at(scale.high, lines[i].points.back().efficiency).y, i});
  std::sort(labels.begin(), labels.end(),
            [](const Label& a, const Label& b) { return a.y < b.y || (a.y == b.y && a.line > b.line); });
  const float height = text_height(theme, TextRole::secondary) + theme.px(2);
  float free_to = scale.plot.max.y + height / 2;
  for (std::size_t i = labels.size(); i-- > 0;) {  // from the bottom up, so that none leaves the plot below
    labels[i].y = std::min(labels[i].y, free_to - height / 2);
    free_to = labels[i].y - height / 2;
  }
  float free_from = scale.plot.min.y - height / 2;
  for (Label& label : labels) {  // and from the top down, so that none leaves it above
    label.y = std::max(label.y, free_from + height / 2);
    free_from = label.y + height / 2;
  }
  for (const Label& label : labels) {
    const SiteLine& line = lines[label.line];
    const float left = scale.plot.max.x + theme.px(8), y = label.y - height / 2;
    draw.AddRectFilled({left, y + theme.px(5)}, {left + theme.px(8), y + theme.px(11)},
                       line_color(theme, label.line, lines.size()), theme.px(2));
    draw_text(draw, theme, line.present ? TextRole::strong : TextRole::secondary, {left + theme.px(12), y},
              line.present ? theme.text : theme.dim, link_words(line.bandwidth));
  }
}

}  // namespace

std::string distance_words(double meters) {
  const double kilometers = meters / 1e3;
  return (kilometers < 10 && kilometers != std::floor(kilometers) ? fixed(kilometers, 1)
                                                                  : grouped(std::llround(kilometers))) +
         " km";
}

std::string link_words(double bytes_per_second) {
  const double gigabits = bytes_per_second / bytes_per_gigabit;
  const double value = gigabits >= 1000 ? gigabits / 1000 : gigabits;
  const bool whole = value == std::floor(value) || value >= 100;
  return (whole ? grouped(std::llround(value)) : fixed(value, value < 10 ? 1 : 0)) +
         (gigabits >= 1000 ? " Tb/s" : " Gb/s");
}

std::optional<double> efficiency_at(const SiteLine& line, double meters) {
  for (std::size_t i = 0; i < line.points.size(); ++i) {
    const SitePoint& point = line.points[i];
    if (point.distance_meters == meters) return point.efficiency;
    if (i == 0 || point.distance_meters < meters || line.points[i - 1].distance_meters > meters) continue;
    const SitePoint& before = line.points[i - 1];
    const double part = log_share(meters, before.distance_meters, point.distance_meters);
    return before.efficiency + (point.efficiency - before.efficiency) * part;
  }
  return std::nullopt;
}

std::optional<double> link_losing(std::span<const SiteLine> lines, double meters, double lost) {
  std::optional<double> below, below_link;  // the widest link so far that loses more
  for (const SiteLine& line : lines) {
    const std::optional<double> efficiency = efficiency_at(line, meters);
    if (!efficiency) continue;
    if (*efficiency < 1 - lost) {
      below = efficiency, below_link = line.bandwidth;
      continue;
    }
    if (!below) return std::nullopt;
    const double part = *efficiency > *below ? (1 - lost - *below) / (*efficiency - *below) : 1;
    return *below_link * std::pow(line.bandwidth / *below_link, part);
  }
  return std::nullopt;
}

std::optional<SitePoint> draw_site_chart(ImDrawList& draw, const Theme& theme, const Rect& area,
                                         std::span<const SiteLine> lines, std::optional<double> present_meters,
                                         ImVec2 pointer) {
  const Rect plot{{area.min.x + theme.px(axis_width), area.min.y + theme.px(8)},
                  {area.max.x - theme.px(labels_width), area.max.y - theme.px(axis_height)}};
  if (plot.width() < 20 || plot.height() < 20) return std::nullopt;
  Scale scale{plot};
  draw_axes(draw, theme, scale);
  std::optional<SitePoint> nearest;
  ImVec2 nearest_at{};
  float least = theme.px(40) * theme.px(40);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<ImVec2> path;
    for (const SitePoint& point : lines[i].points) {
      const ImVec2 at = scale.at(point.distance_meters, point.efficiency);
      path.push_back(at);
      const float dx = at.x - pointer.x, dy = at.y - pointer.y;
      if (plot.contains(pointer) && dx * dx + dy * dy < least)
        least = dx * dx + dy * dy, nearest = point, nearest_at = at;
    }
    draw.AddPolyline(path.data(), static_cast<int>(path.size()), line_color(theme, i, lines.size()), 0,
                     theme.px(lines[i].present ? 3.0F : 1.6F));
    if (!lines[i].present || !present_meters) continue;
    if (const auto here = efficiency_at(lines[i], *present_meters))
      draw.AddCircleFilled(scale.at(*present_meters, *here), theme.px(5.5F), theme.text);
  }
  draw_labels(draw, theme, scale, lines);
  if (nearest) draw.AddCircle(nearest_at, theme.px(5), theme.text, 0, theme.px(1.6F));
  return nearest;
}

}  // namespace shardscope
