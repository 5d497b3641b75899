#include "render/log/step_series.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float axis_width = 52, foot_height = 24, mark_radius = 3, pointer_reach = 8;

double iteration_of(const StepSeries& series, std::size_t i) {
  const double said = series.records[i].iteration;
  return std::isfinite(said) ? said : static_cast<double>(i);
}

bool has_time(const LogRecord& record) {
  return record.step_seconds > 0 && std::isfinite(record.step_seconds);
}

struct ValueSpan {
  double low = 0, high = 0;
  bool any = false;
  void take(double value) {
    low = any ? std::min(low, value) : value, high = any ? std::max(high, value) : value;
    any = true;
  }
};

ValueSpan seconds_extent(const StepSeries& series) {
  ValueSpan seconds;
  for (const LogRecord& record : series.records)
    if (has_time(record) && record.skipped == Skipped::counted) seconds.take(record.step_seconds);
  for (const LogRecord& record : series.records)
    if (!seconds.any && has_time(record)) seconds.take(record.step_seconds);
  if (series.predicted) seconds.take(*series.predicted);
  if (series.range) seconds.take(series.range->low), seconds.take(series.range->high);
  if (!seconds.any) seconds.take(1);
  const double margin = std::max(0.15 * (seconds.high - seconds.low), 0.04 * seconds.high);
  return {std::max(0.0, seconds.low - margin), seconds.high + margin, true};
}

ImVec2 place_of(const SeriesGeometry& geometry, const StepSeries& series, std::size_t i) {
  const float y = geometry.y.pixel(series.records[i].step_seconds);
  return {geometry.x.pixel(iteration_of(series, i)), std::max(y, geometry.plot.min.y)};
}

void draw_series_axes(ImDrawList& draw, const Theme& theme, const SeriesGeometry& geometry) {
  const Rect& plot = geometry.plot;
  draw.AddRectFilled(plot.min, plot.max, theme.bg, theme.px(4));
  const int lines = std::clamp(static_cast<int>(plot.height() / theme.px(44)), 2, 8);
  draw_value_axis(draw, theme, plot, geometry.y, nice_ticks(geometry.y.low, geometry.y.high, lines), "s");
  const int columns = std::clamp(static_cast<int>(plot.width() / theme.px(110)), 2, 10);
  for (const double iteration : nice_ticks(geometry.x.low, geometry.x.high, columns)) {
    const float x = geometry.x.pixel(iteration);
    if (x > plot.max.x - theme.px(20)) continue;
    draw_text_centered(draw, theme, TextRole::secondary, {x, plot.max.y + theme.px(5)}, axis_ink(theme.dim),
                       grouped(static_cast<std::int64_t>(iteration)));
  }
  draw_text_right(draw, theme, TextRole::secondary, {plot.max.x, plot.max.y + theme.px(5)}, theme.dim, "iteration");
}

void draw_prediction(ImDrawList& draw, const Theme& theme, const SeriesGeometry& geometry, const StepSeries& series) {
  const Rect& plot = geometry.plot;
  if (series.range)
    draw.AddRectFilled({plot.min.x, geometry.y.pixel(series.range->high)},
                       {plot.max.x, geometry.y.pixel(series.range->low)}, with_alpha(theme.accent, 0.16F));
  const auto line = [&](double seconds, ImU32 color) {
    const float y = std::round(geometry.y.pixel(seconds));
    draw.AddRectFilled({plot.min.x, y}, {plot.max.x, y + theme.px(1.5F)}, color);
  };
  if (series.predicted) line(*series.predicted, theme.accent);
  if (series.typical > 0) line(series.typical, theme.text);
}

/// What counts, a stroke a column of pixels.
void draw_counted(ImDrawList& draw, const Theme& theme, const SeriesGeometry& geometry, const StepSeries& series) {
  const auto columns = static_cast<std::size_t>(std::max(1.0F, geometry.plot.width()));
  std::vector<ValueSpan> strokes(columns + 1);
  std::size_t strokes_filled = 0;
  for (std::size_t i = 0; i < series.records.size(); ++i) {
    if (!has_time(series.records[i]) || series.records[i].skipped != Skipped::counted) continue;
    const ImVec2 at = place_of(geometry, series, i);
    const float column = std::clamp(at.x - geometry.plot.min.x, 0.0F, static_cast<float>(columns));
    ValueSpan& stroke = strokes[static_cast<std::size_t>(column)];
    strokes_filled += stroke.any ? 0 : 1;
    stroke.take(at.y);
  }
  const bool few = strokes_filled * 4 < columns;
  const ImU32 color = skipped_color(theme, Skipped::counted);
  for (std::size_t column = 0; column <= columns; ++column) {
    const ValueSpan& stroke = strokes[column];
    if (!stroke.any) continue;
    const float x = geometry.plot.min.x + static_cast<float>(column);
    const auto top = static_cast<float>(stroke.low), bottom = static_cast<float>(stroke.high);
    if (few)
      draw.AddCircleFilled({x, (top + bottom) / 2}, theme.px(2.5F), color, 10);
    else
      draw.AddRectFilled({x, top - theme.px(1)}, {x + 1, bottom + theme.px(1)}, color);
  }
}

/// What doesn't count, a mark a column and reason at most; a restart is a line over the whole height.
void draw_skipped(ImDrawList& draw, const Theme& theme, const SeriesGeometry& geometry, const StepSeries& series) {
  std::array<float, count_of<Skipped>> last;
  last.fill(-1e9F);
  for (std::size_t i = 0; i < series.records.size(); ++i) {
    const LogRecord& record = series.records[i];
    if (!has_time(record) || record.skipped == Skipped::counted) continue;
    const ImVec2 at = place_of(geometry, series, i);
    float& before = last[index_of(record.skipped)];
    if (at.x - before < 1 && record.skipped != Skipped::restart) continue;
    const ImU32 color = skipped_color(theme, record.skipped);
    if (record.skipped == Skipped::restart && at.x - before >= theme.px(4))
      draw.AddLine({at.x, geometry.plot.min.y}, {at.x, geometry.plot.max.y}, with_alpha(color, 0.5F), theme.px(1));
    before = at.x;
    const float r = theme.px(mark_radius);
    if (geometry.y.pixel(record.step_seconds) < geometry.plot.min.y)  // above the edge: an arrow up
      draw.AddTriangleFilled({at.x, at.y}, {at.x - r, at.y + 1.6F * r}, {at.x + r, at.y + 1.6F * r}, color);
    else
      draw.AddCircle(at, r, color, 10, theme.px(1.4F));
  }
}

}  // namespace

ImU32 skipped_color(const Theme& theme, Skipped why) {
  switch (why) {
    case Skipped::counted:
      return theme.dim;
    case Skipped::warm_up:
      return theme.recompute;
    case Skipped::restart:
      return theme.bad;
    case Skipped::evaluation:
      return theme.optimizer;
    case Skipped::checkpoint:
      return theme.expert;
    case Skipped::outlier:
      return theme.warn;
  }
  return theme.faint;
}

SeriesGeometry series_geometry(const Rect& area, const StepSeries& series, const Theme& theme) {
  SeriesGeometry geometry;
  geometry.plot = {{area.min.x + theme.px(axis_width), area.min.y + theme.px(4)},
                   {area.max.x - theme.px(4), area.max.y - theme.px(foot_height)}};
  ValueSpan iterations;
  for (std::size_t i = 0; i < series.records.size(); ++i)
    if (has_time(series.records[i])) iterations.take(iteration_of(series, i));
  if (!iterations.any) iterations.take(0);
  if (!(iterations.high > iterations.low)) iterations.high = iterations.low + 1;
  const double margin = 0.01 * (iterations.high - iterations.low);
  const ValueSpan seconds = seconds_extent(series);
  geometry.x = {iterations.low - margin, iterations.high + margin, geometry.plot.min.x, geometry.plot.max.x};
  geometry.y = {seconds.low, seconds.high, geometry.plot.max.y, geometry.plot.min.y};
  return geometry;
}

std::optional<std::size_t> draw_step_series(ImDrawList& draw, const Theme& theme, const Rect& area,
                                            const StepSeries& series, ImVec2 pointer) {
  const SeriesGeometry geometry = series_geometry(area, series, theme);
  if (geometry.plot.width() < theme.px(40) || geometry.plot.height() < theme.px(30)) return std::nullopt;
  draw_series_axes(draw, theme, geometry);
  draw_prediction(draw, theme, geometry, series);
  draw_counted(draw, theme, geometry, series);
  draw_skipped(draw, theme, geometry, series);
  std::optional<std::size_t> nearest;
  float least = theme.px(pointer_reach);
  for (std::size_t i = 0; i < series.records.size(); ++i) {
    if (!has_time(series.records[i])) continue;
    const ImVec2 at = place_of(geometry, series, i);
    const float distance = std::hypot(at.x - pointer.x, at.y - pointer.y);
    if (distance < least) least = distance, nearest = i;
  }
  return nearest;
}

}  // namespace shardscope
