// Memory over a rank's step down to the operation: which tensor comes before which operation runs, and goes with whose
// backward.
#pragma once

#include <vector>

#include "core/inspect/memory/curve.h"
#include "core/lanes/rank_lanes.h"

namespace shardscope {

/// Whether a tensor stays from its layer's forward until its backward.
[[nodiscard]] bool is_kept(const SavedTensor& tensor, const LayerLanes& layer, const Plan& plan);

/// How each chunk's bytes come and go, as its passes' lanes run the operations: a tensor is there from the start of the
/// operation that reads it (SavedTensor::read_by), and until that one's last backward kernel has ended; the input of a
/// layer that is recomputed over the layer's own time. What a chunk keeps in all is the report's. Chunks whose passes
/// the lanes don't have whole (embedding and loss apart, activations on the host) have none.
[[nodiscard]] std::vector<ChunkRamps> ramps_of_chunks(const Report& report, const RankLanes& lanes);

/// memory_over_time() with these ramps. Without them where the step's passes have too many operations for a chart to
/// show (points_max).
[[nodiscard]] MemoryCurve memory_by_operation(const Report& report, const RankLanes& lanes);

}  // namespace shardscope
