// The lane under each rank of a Gantt chart with what it sends to other ranks: from when a pass gives it to when it has
// arrived, to the next stage in the upper half, to the one before in the lower. Read from the simulated passes.
#pragma once

#include <optional>

#include "core/pipeline/dependencies.h"
#include "render/gantt_bars.h"

namespace shardscope {

/// Whether any transfer of the timeline takes time.
[[nodiscard]] bool has_transfers(const Timeline& timeline);

/// What the rank has on its way at a moment, the last sent of several.
[[nodiscard]] std::optional<Transfer> transfer_at(const Timeline& timeline, const TimelineIndex& index,
                                                  std::int32_t rank, double time);

/// What a frame's transfers take at most.
[[nodiscard]] std::size_t transfer_quads(const GanttSource& source);

/// Of the rows that have such a lane; where passes in view are too many to be drawn, nothing is.
void paint_transfers(const GanttPaint& paint);

}  // namespace shardscope
