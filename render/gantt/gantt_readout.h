// What each rank does and holds at the cursor's moment, in words beside its lane.
#pragma once

#include <string>

#include "render/gantt/gantt_bars.h"

namespace shardscope {

/// "forward 12", "idle", "optimizer"; of several ranks "3 forward, 1 idle", or briefly "3 fwd, 1 idle".
[[nodiscard]] std::string state_at(const Timeline& timeline, const TimelineIndex& index, LaneRange ranks, double time,
                                   bool briefly = false);

/// A line per row in GanttGeometry::readout, where rows are high enough; else of some of them, as lanes are labelled.
void paint_readout(const GanttPaint& paint, double time);

}  // namespace shardscope
