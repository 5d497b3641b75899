#include "render/gantt/gantt_shapes.h"

#include <algorithm>
#include <vector>

#include "render/gantt/gantt_idle.h"
#include "render/gantt/gantt_runs.h"

namespace shardscope {

namespace {

constexpr float share_drawn = 0.01f;

ImU32 mean_color(const GanttPaint& paint, const ColorSums& sums, std::int32_t row, TimeRange range) {
  std::array<ColorSum, 1> sum = {};
  const std::int32_t first = paint.geometry.first_rank(row), ranks = paint.geometry.ranks_in(row);
  for (std::int32_t rank = first; rank < first + ranks; ++rank)
    add_colors(paint.timeline, paint.index, paint.palette, sums, rank, range, sum);
  const auto channel = [&](std::size_t i) { return static_cast<ImU32>(std::clamp(sum[0][i] / sum[0][3], 0.0, 255.0)); };
  return sum[0][3] > 0 ? IM_COL32(channel(0), channel(1), channel(2), 255) : 0;
}

/// One band above the other by their shares; what is idle stays free.
void paint_run(const GanttPaint& paint, const ColorSums& sums, std::int32_t row, const Rect& rect, const MixRun& run) {
  float top = rect.min.y;
  const auto band = [&](float share, ImU32 color) {
    const float bottom = top + share * rect.height();
    if (share > share_drawn && color != 0) paint.draw.AddRectFilled({rect.min.x, top}, {rect.max.x, bottom}, color);
    top = bottom;
  };
  std::size_t kind = 0;
  if (!paint.palette.by_kind()) {
    float share = 0;
    for (; kind < pass_work_kinds; ++kind) share += run.mix.share[kind];
    band(share, mean_color(paint, sums, row, {paint.geometry.time_of(rect.min.x), paint.geometry.time_of(rect.max.x)}));
  }
  for (; kind + 1 < bar_kinds; ++kind)
    band(run.mix.share[kind], paint.palette.color_of_kind(paint.theme, static_cast<BarKind>(kind)));
}

}  // namespace

void paint_gantt_shapes(const GanttPaint& paint, const ColorSums& sums) {
  const GanttGeometry& geometry = paint.geometry;
  const auto rows = static_cast<std::size_t>(std::max(geometry.rows, 1));
  std::vector<ColumnMix> columns(static_cast<std::size_t>(std::max(geometry.lanes.width(), 1.0f)));
  std::vector<ColumnMix> of_rank(columns.size());
  std::vector<MixRun> runs(std::max<std::size_t>(shape_runs_max / rows, 4));
  const float width = geometry.lanes.width() / static_cast<float>(columns.size());
  for (std::int32_t row = 0; row < geometry.rows; ++row) {
    mix_row(paint, row, geometry.time, columns, of_rank);
    const LaneIndex lane = lane_index(paint.timeline, paint.index, geometry.first_rank(row));
    const double bars = static_cast<double>(bars_in(lane, geometry.time).count()) * geometry.ranks_in(row);
    const std::size_t count = merge_columns(columns, cut_tolerance(bars / static_cast<double>(columns.size())), runs);
    Rect rect = geometry.row_rect(row);
    paint_idle(paint, rect);
    for (std::size_t i = 0; i < count; ++i) {
      rect.min.x = geometry.lanes.min.x + static_cast<float>(runs[i].first) * width;
      rect.max.x = geometry.lanes.min.x + static_cast<float>(runs[i].last) * width;
      paint_run(paint, sums, row, rect, runs[i]);
    }
  }
}

}  // namespace shardscope
