// When a rank holds most, and which of its operations begins then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/inspect/memory/curve.h"
#include "core/lanes/rank_lanes.h"

namespace shardscope {

struct PeakOperation {
  double time = 0;  // seconds of the step
  Bytes held;
  std::size_t place = 0;   // into RankLanes::places
  std::int32_t span = -1;  // of its pass; -1: it isn't known which, or the pass waits for its first layer
  std::int32_t bar = -1;  // of the layer's, on the compute lane; -1: none has begun, or what is made again lets it rise
};

/// Of a rank's curve (memory_by_operation); nothing where no pass runs then. Where the curve doesn't follow operations
/// its pass alone is known; where a backward that makes tensors again begins with them all, its layer.
[[nodiscard]] std::optional<PeakOperation> peak_operation(const MemoryCurve& curve, const RankLanes& lanes);

}  // namespace shardscope
