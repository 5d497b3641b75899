#include "render/chart/chart.h"

#include <algorithm>
#include <cmath>

#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/hatch.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

Rect on_pixels(const Rect& rect) {
  const ImVec2 min(std::round(rect.min.x), std::round(rect.min.y));
  return {min, {std::max(min.x + 1, std::round(rect.max.x)), std::max(min.y + 1, std::round(rect.max.y))}};
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `rough`.
double nice_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

}  // namespace

float LinearScale::pixel(double value) const {
  if (high == low) return at_low;
  return static_cast<float>(at_low + (value - low) / (high - low) * static_cast<double>(at_high - at_low));
}

double LinearScale::value(float pixel) const {
  if (at_high == at_low) return low;
  return low + static_cast<double>(pixel - at_low) / static_cast<double>(at_high - at_low) * (high - low);
}

Ticks nice_ticks(double low, double high, int ticks_max) {
  Ticks ticks;
  if (!std::isfinite(low) || !std::isfinite(high) || !std::isfinite(high - low) || !(low < high)) return ticks;
  const int most = std::clamp(ticks_max, 2, static_cast<int>(ticks.at.size()));
  ticks.step = nice_step((high - low) / most);
  const double slack = ticks.step * 1e-9;
  const auto first = [&] { return std::ceil((low - slack) / ticks.step); };
  const auto last = [&] { return std::floor((high + slack) / ticks.step); };
  while (last() - first() + 1 > most) ticks.step = nice_step(ticks.step * 1.5);
  if (low + ticks.step == low || high - ticks.step == high) return {};  // finer than a double tells apart
  for (double i = first(); i <= last(); ++i) ticks.at[static_cast<std::size_t>(ticks.count++)] = i * ticks.step;
  ticks.decimals = std::clamp(static_cast<int>(-std::floor(std::log10(ticks.step) + 1e-9)), 0, 12);
  return ticks;
}

void draw_value_axis(ImDrawList& draw, const Theme& theme, const Rect& plot, const LinearScale& y, const Ticks& ticks,
                     std::string_view unit) {
  const float half = text_height(theme, TextRole::secondary) / 2, gap = theme.px(9), width = std::floor(theme.px(1));
  for (const double value : ticks) {
    const float at = std::round(y.pixel(value));
    draw.AddRectFilled({plot.min.x, at}, {plot.max.x, at + std::max(1.0f, width)}, theme.line);
    if (at < plot.min.y + 2 * half) continue;
    draw_text_right(draw, theme, TextRole::secondary, {plot.min.x - gap, at - half}, axis_ink(theme.dim),
                    fixed(value, ticks.decimals));
  }
  draw_text_right(draw, theme, TextRole::secondary, {plot.min.x - gap, plot.min.y - half}, theme.dim, unit);
}

int label_stride(float pitch, float label_width) {
  if (!(pitch > 0)) return 1 << 30;
  for (int power = 1; power < (1 << 28); power *= 10)
    for (const int stride : {power, 2 * power, 5 * power})
      if (static_cast<float>(stride) * pitch >= label_width) return stride;
  return 1 << 30;
}

void draw_idle(ImDrawList& draw, const Theme& theme, const Rect& area, ImU32 color) {
  const Rect snapped = on_pixels(area);
  const float thickness = std::max(1.0f, theme.px(1));
  const ImU32 ink = color != 0 ? color : theme.faint;
  if (color != 0) draw.AddRectFilled(snapped.min, snapped.max, with_alpha(color, 0.3F));
  draw_hatch(draw, snapped, ink, theme.px(8), thickness);
  draw.AddRect(snapped.min, snapped.max, ink, theme.px(design::bar_radius), 0, thickness);
}

void draw_bar(ImDrawList& draw, const Rect& bar, ImU32 color, float rounding, ImDrawFlags corners) {
  const Rect snapped = on_pixels(bar);
  const bool large = std::min(snapped.width(), snapped.height()) >= 2 * rounding;
  draw.AddRectFilled(snapped.min, snapped.max, color, large ? rounding : 0, corners);
}

void draw_dashed(ImDrawList& draw, std::span<const ImVec2> line, ImU32 color, float dash, float thickness) {
  float gone = 0;  // along the line, since a dash began
  for (std::size_t i = 1; i < line.size(); ++i) {
    const ImVec2 from = line[i - 1], to = line[i];
    const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    for (float at = 0; at < length;) {
      const float next = std::min(at + (gone < dash ? dash : 2 * dash) - gone, length);
      const auto point = [&](float along) {
        return ImVec2{from.x + dx * along / length, from.y + dy * along / length};
      };
      if (gone < dash) draw.AddLine(point(at), point(next), color, thickness);
      gone += next - at, at = next;
      if (gone >= 2 * dash - 1e-3F) gone = 0;
      if (std::abs(gone - dash) < 1e-3F) gone = dash;
    }
  }
}

void draw_fold_mark(ImDrawList& draw, const Theme& theme, ImVec2 center, float arm, bool open, ImU32 color) {
  const float side = theme.px(arm), back = side * 0.5F, ahead = side * 0.8F;
  if (open)
    draw.AddTriangleFilled({center.x - side, center.y - back}, {center.x + side, center.y - back},
                           {center.x, center.y + ahead}, color);
  else
    draw.AddTriangleFilled({center.x - back, center.y - side}, {center.x + ahead, center.y},
                           {center.x - back, center.y + side}, color);
}

void draw_list_mark(ImDrawList& draw, const Theme& theme, ImVec2 tip, float arm) {
  const float side = theme.px(arm), height = theme.px(arm + 0.5F);
  draw.AddTriangleFilled({tip.x - side, tip.y - height}, {tip.x + side, tip.y - height}, tip, theme.dim);
}

void draw_selection(ImDrawList& draw, const Theme& theme, const Rect& around) {
  const float width = theme.px(1.5f);
  const Rect snapped = on_pixels(around).inset(-width);
  draw.AddRect(snapped.min, snapped.max, theme.text, theme.px(design::bar_radius + 1), 0, width);
}

}  // namespace shardscope
