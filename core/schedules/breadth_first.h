// Breadth-first (looped): each rank takes all micro-batches through its first chunk, then all through its next.
// Lamy-Poirier 2023, "Breadth-First Pipeline Parallelism", section 4 and figure 4d. A chunk's sharded weights are
// gathered once a step instead of once a micro-batch, and its gradients are exchanged while others still run.
// Makespan with equal stages and no transfer time, where m >= p: (v·m + p-1)(F + B + W), so a bubble of
// (p-1)/(v·m + p-1). Every rank holds all v·m micro-batch-chunks. Valid for any ranks, virtual stages and
// micro-batches.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of one rank, in the order in which it runs them; the same for every rank.
[[nodiscard]] std::vector<Pass> breadth_first_order(std::int32_t virtual_stages, std::int32_t micro_batches);

}  // namespace shardscope
