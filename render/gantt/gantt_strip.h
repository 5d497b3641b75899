// The memory strip under each lane of a Gantt chart: what its rank holds, over time, and the most that it may hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "render/gantt/gantt_bars.h"

namespace shardscope {

/// Columns `first` up to, not including, `last`, of one height.
struct HeldRun {
  std::size_t first = 0, last = 0;
  float held = 0;
};

/// Joins neighbours that hold the same; where that leaves more runs than `runs` has room for, neighbours are joined two
/// by two, at the higher one's height, until it doesn't. Changes `columns`. Says how many runs there are.
std::size_t merge_held(std::span<float> columns, std::span<HeldRun> runs);

/// What a rank holds at a moment.
[[nodiscard]] double held_by(const GanttSource& source, std::int32_t rank, double time);

/// All rows that have a strip: from its foot up what is always there, above that what passes hold, red above the
/// capacity, and a line there.
void paint_strips(const GanttPaint& paint);

/// What one rank holds, above what it always holds: from that up to the capacity, or to its peak where that is higher
/// or the capacity far above. Nothing without a place for it.
void paint_near_strip(const GanttPaint& paint, std::int32_t rank);

}  // namespace shardscope
