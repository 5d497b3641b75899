// Where the ranks of a Gantt chart are idle: hatched, from the step's start to the last pass's end.
#pragma once

#include "render/gantt/gantt_bars.h"

namespace shardscope {

/// What the hatch of a frame takes at most, beside a few quads per row.
[[nodiscard]] std::size_t idle_quads(const GanttSource& source);

/// Hatches the rectangle as far as the pipeline runs.
void paint_idle(const GanttPaint& paint, Rect rect);

/// Hatches the gaps between a rank's bars; where they are too many for the frame's quads, the whole row behind them.
void paint_gaps(const GanttPaint& paint, std::int32_t rank);

}  // namespace shardscope
