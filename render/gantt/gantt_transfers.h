// The lane under each rank of a Gantt chart with what it sends: from when a pass gives it to when it has arrived, above
// to the next stage, below that to the one before, lowest the buckets that it exchanges with its replicas. All read
// from the simulation's records.
#pragma once

#include <optional>
#include <span>

#include "core/pipeline/dependencies.h"
#include "render/gantt/gantt_bars.h"

namespace shardscope {

/// Whether any transfer of the timeline takes time.
[[nodiscard]] bool has_transfers(const Timeline& timeline);

/// What the rank has on its way at a moment, the last sent of several.
[[nodiscard]] std::optional<Transfer> transfer_at(const Timeline& timeline, const TimelineIndex& index,
                                                  std::int32_t rank, double time);

/// The bucket that is exchanged at a moment.
[[nodiscard]] std::optional<ExchangeRecord> exchange_at(std::span<const ExchangeRecord> records, double time);

/// What a frame's transfers take at most.
[[nodiscard]] std::size_t transfer_quads(const GanttSource& source);

/// Of the rows that have such a lane; what is too much to be drawn one by one isn't.
void paint_transfers(const GanttPaint& paint);

}  // namespace shardscope
