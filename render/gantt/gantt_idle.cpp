#include "render/gantt/gantt_idle.h"

#include <algorithm>

#include "render/text/hatch.h"

namespace shardscope {

namespace {

constexpr double gap_min = 1;  // pixels

/// Calls use(left, right) with the ends of each gap in view that is a pixel and more wide.
template <class Use>
void each_gap(const GanttPaint& paint, std::int32_t rank, const Use& use) {
  const GanttGeometry& geometry = paint.geometry;
  const LaneIndex lane = lane_index(paint.timeline, paint.index, rank);
  const BarSpan span = bars_in(lane, geometry.time);
  const double first = geometry.lanes.min.x, last = geometry.lanes.max.x;
  double left = first;
  const auto gap_until = [&](double right) {
    if (right - left >= gap_min) use(static_cast<float>(left), static_cast<float>(right));
  };
  for (std::size_t i = span.first; i < span.last; ++i) {
    gap_until(geometry.x_of(lane.bars[i].start));
    left = std::max(left, geometry.x_of(lane.bars[i].end));
  }
  gap_until(last);
}

}  // namespace

std::size_t idle_quads(const GanttSource& source) {
  return source.quads_max * 6 / 100;
}

void paint_idle(const GanttPaint& paint, Rect rect) {
  const double end = paint.geometry.x_of(paint.timeline.makespan.value);
  if (end <= rect.min.x) return;
  rect.max.x = static_cast<float>(std::min<double>(rect.max.x, end));
  const std::optional<double>& until = paint.source.expected_until;
  if (!until) return draw_hatch_tiled(paint.draw, paint.theme, rect, paint.theme.hatch);
  const auto from = [&](float left, float right, ImU32 ink) {
    if (right <= left) return;
    const Rect part{{left, rect.min.y}, {right, rect.max.y}};
    paint.draw.AddRectFilled(part.min, part.max, with_alpha(ink, 0.3F));
    draw_hatch_tiled(paint.draw, paint.theme, part, ink);
  };
  const auto split = static_cast<float>(std::clamp<double>(paint.geometry.x_of(*until), rect.min.x, rect.max.x));
  from(rect.min.x, split, paint.theme.accent);
  from(split, rect.max.x, paint.theme.warn);
}

void paint_gaps(const GanttPaint& paint, std::int32_t rank) {
  const GanttGeometry& geometry = paint.geometry;
  const Rect row = geometry.row_rect(geometry.row_of(rank));
  const std::size_t most = idle_quads(paint.source) / static_cast<std::size_t>(std::max(geometry.rows, 1));
  std::size_t gaps = 0;
  each_gap(paint, rank, [&](float, float) { ++gaps; });
  if (gaps > most) return paint_idle(paint, row);
  each_gap(paint, rank, [&](float left, float right) { paint_idle(paint, {{left, row.min.y}, {right, row.max.y}}); });
}

}  // namespace shardscope
