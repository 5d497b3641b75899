// A chart of many bars as shapes, for a frame that becomes a vector picture: stretches of about the same mix of work
// instead of pixels, few enough for a file. In: what the pixels are made of. Out: rectangles.
#pragma once

#include "render/gantt/color_sums.h"
#include "render/gantt/gantt_bars.h"

namespace shardscope {

/// What all rows together have at most.
inline constexpr std::size_t shape_runs_max = 6000;

/// `sums` are of the chart's palette; only a palette that isn't by kind needs them.
void paint_gantt_shapes(const GanttPaint& paint, const ColorSums& sums);

}  // namespace shardscope
