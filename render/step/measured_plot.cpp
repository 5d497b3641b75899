#include "render/step/measured_plot.h"

#include <algorithm>
#include <cmath>

#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr double band = 0.1;  // on either side of the diagonal
constexpr float mark_radius = 2.6F, hover_reach = 7;

void draw_diagonal(ImDrawList& draw, const Theme& theme, const LogPlot& at) {
  const auto on = [&](double measured, double ratio) { return at.pixel(measured, measured * ratio); };
  draw.AddQuadFilled(on(at.x.low, 1 - band), on(at.x.low, 1 + band), on(at.x.high, 1 + band), on(at.x.high, 1 - band),
                     with_alpha(theme.accent, 0.35F));
  draw.AddLine(on(at.x.low, 1), on(at.x.high, 1), theme.dim, theme.px(1));
}

/// A ring on the diagonal with its name: where the present plan would lie if the prediction were right.
void draw_present(ImDrawList& draw, const Theme& theme, const LogPlot& at, double seconds) {
  const ImVec2 place = at.pixel(seconds, seconds);
  draw.AddCircle(place, theme.px(mark_radius + 3), theme.text, 0, theme.px(1.8F));
  constexpr std::string_view words = "this plan";
  const ImVec2 size{text_width(theme, TextRole::secondary, words), text_height(theme, TextRole::secondary)};
  const float beside = theme.px(10);
  const float x = place.x + beside + size.x > at.area.max.x ? place.x - beside - size.x : place.x + beside;
  const ImVec2 last{std::max(at.area.min.x, at.area.max.x - size.x),
                    std::max(at.area.min.y, at.area.max.y - size.y - theme.px(3))};  // room for descenders
  draw_text(draw, theme, TextRole::secondary,
            {std::clamp(x, at.area.min.x, last.x), std::clamp(place.y - size.y / 2, at.area.min.y, last.y)}, theme.text,
            words);
}

}  // namespace

LogPlot measured_axes(const Theme& theme, const Rect& area, const MeasuredPlot& plot) {
  const float left = text_width(theme, TextRole::secondary, "1,000") + theme.px(8);
  const float bottom = text_height(theme, TextRole::secondary) + theme.px(8);
  const Rect inside{{area.min.x + left, area.min.y + theme.px(4)}, {area.max.x, area.max.y - bottom}};
  double least = 1, most = 10;
  for (std::size_t i = 0; i < plot.points.size(); ++i) {
    const auto [low, high] = std::minmax(plot.points[i].measured, plot.points[i].predicted);
    least = i == 0 ? low : std::min(least, low), most = i == 0 ? high : std::max(most, high);
  }
  if (plot.present > 0) least = std::min(least, plot.present), most = std::max(most, plot.present);
  return {inside, log_scale(least, most, inside.min.x, inside.max.x),
          log_scale(least, most, inside.max.y, inside.min.y)};
}

std::optional<std::size_t> draw_measured_plot(ImDrawList& draw, const Theme& theme, const Rect& area,
                                              const MeasuredPlot& plot, ImVec2 pointer) {
  const LogPlot at = measured_axes(theme, area, plot);
  draw_log_plot(draw, theme, at, "measured, s", "predicted, s");
  draw.PushClipRect(at.area.min, at.area.max, true);
  draw_diagonal(draw, theme, at);
  std::optional<std::size_t> hovered;
  float nearest = theme.px(hover_reach);
  for (std::size_t i = 0; i < plot.points.size(); ++i) {
    const MeasuredPoint& point = plot.points[i];
    const ImVec2 place = at.pixel(point.measured, point.predicted);
    draw.AddCircleFilled(place, theme.px(mark_radius), with_alpha(point.color, point.pale ? 0.15F : 0.85F), 8);
    const float distance = std::hypot(pointer.x - place.x, pointer.y - place.y);
    if (!point.pale && distance < nearest) nearest = distance, hovered = i;
  }
  const auto ring = [&](std::size_t i) {
    const MeasuredPoint& point = plot.points[i];
    draw.AddCircle(at.pixel(point.measured, point.predicted), theme.px(mark_radius + 3), theme.text, 0, theme.px(1.8F));
  };
  if (plot.ringed) ring(*plot.ringed);
  if (plot.present > 0 && !plot.ringed) draw_present(draw, theme, at, plot.present);
  if (hovered) ring(*hovered);
  draw.PopClipRect();
  return hovered;
}

}  // namespace shardscope
