#include "render/chart/log_axis.h"

#include <algorithm>
#include <cmath>

#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr int decades_max = 40;

/// Whole ones; a scale may end within a decade.
int decades_of(const LogScale& scale) {
  constexpr double within = 1e-6;  // whole decades, as log10 gives them
  return std::clamp(static_cast<int>(std::floor(std::log10(scale.high / scale.low) + within)), 1, decades_max);
}

/// Every how many decades a label stands, so that neighbours are `room` apart at least.
int label_step(const LogScale& scale, float room) {
  const float decade = std::abs(scale.at_high - scale.at_low) / static_cast<float>(decades_of(scale));
  return std::max(1, static_cast<int>(std::ceil(room / std::max(decade, 1.0F))));
}

}  // namespace

double log_share(double value, double low, double high) {
  return std::log(value / low) / std::log(high / low);
}

double value_at_log_share(double share, double low, double high) {
  return low * std::pow(high / low, share);
}

float LogScale::pixel(double value) const {
  const double span = std::log10(high / low);
  if (!(value > 0) || !(span > 0)) return at_low;
  return at_low + static_cast<float>(std::log10(value / low) / span) * (at_high - at_low);
}

LogScale log_scale(double least, double most, float at_low, float at_high) {
  if (!std::isfinite(least) || !std::isfinite(most) || !(least > 0) || most < least) return {1, 10, at_low, at_high};
  constexpr double within = 1e-9;  // a power of ten itself, as log10 gives it
  const double low = std::floor(std::log10(least) + within), high = std::ceil(std::log10(most) - within);
  return {std::pow(10, low), std::pow(10, std::max(high, low + 1)), at_low, at_high};
}

std::string decade_label(double power_of_ten) {
  const int digits = static_cast<int>(std::lround(std::log10(power_of_ten)));
  if (digits < 0) return fixed(power_of_ten, std::min(-digits, 9));
  const int thousands = std::min(digits / 3, 4);
  if (digits < 5) return grouped(std::llround(power_of_ten));
  return grouped(std::llround(power_of_ten / std::pow(1000, thousands))) + "kMGT"[thousands - 1];
}

namespace {

void draw_axis_below(ImDrawList& draw, const Theme& theme, const Rect& plot, const LogScale& x, std::string_view unit) {
  const float room = text_width(theme, TextRole::secondary, "1,000") + theme.px(10);
  const int step = label_step(x, room), count = decades_of(x);
  const float right = plot.max.x - text_width(theme, TextRole::secondary, unit) - theme.px(10);
  for (int i = 0; i <= count; ++i) {
    const double value = x.low * std::pow(10, i);
    const float at = std::round(x.pixel(value));
    draw.AddRectFilled({at, plot.min.y}, {at + 1, plot.max.y}, theme.line);
    if (i % step == 0 && at + room / 2 < right)
      draw_text_centered(draw, theme, TextRole::secondary, {at, plot.max.y + theme.px(4)}, axis_ink(theme.dim),
                         decade_label(value));
  }
  draw_text_right(draw, theme, TextRole::secondary, {plot.max.x, plot.max.y + theme.px(4)}, theme.dim, unit);
}

void draw_axis_left(ImDrawList& draw, const Theme& theme, const Rect& plot, const LogScale& y, std::string_view unit) {
  const float height = text_height(theme, TextRole::secondary);
  const int step = label_step(y, height * 1.4F), count = decades_of(y);
  for (int i = 0; i <= count; ++i) {
    const double value = y.low * std::pow(10, i);
    const float at = std::round(y.pixel(value));
    draw.AddRectFilled({plot.min.x, at}, {plot.max.x, at + 1}, theme.line);
    if (i % step == 0)
      draw_text_right(draw, theme, TextRole::secondary, {plot.min.x - theme.px(6), at - height / 2},
                      axis_ink(theme.dim), decade_label(value));
  }
  draw_text(draw, theme, TextRole::secondary, {plot.min.x + theme.px(6), plot.min.y + theme.px(2)}, theme.dim, unit);
}

}  // namespace

void draw_log_plot(ImDrawList& draw, const Theme& theme, const LogPlot& plot, std::string_view x_unit,
                   std::string_view y_unit) {
  draw.AddRectFilled(plot.area.min, plot.area.max, theme.bg, theme.px(4));
  draw_axis_below(draw, theme, plot.area, plot.x, x_unit);
  draw_axis_left(draw, theme, plot.area, plot.y, y_unit);
}

}  // namespace shardscope
