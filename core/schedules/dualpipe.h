// DualPipe: two copies of the model in opposite directions; forwards overlap with backwards, so that the all-to-all of
// one runs beside the matrix products of the other.
// DeepSeek-AI 2024, "DeepSeek-V3 Technical Report", section 3.2.1, figure 5 and table 2; steps in dual_steps.h.
// Bubble by table 2: (p/2 - 1)(FB + B - 3W), with FB the time of an overlapped pair and B of a whole backward. Weights
// twice; each rank holds p+1 micro-batch-chunks at most. Valid where p is even, m is even and at least 2p; m counts
// both directions, half for each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of one rank, in the order in which it runs them; chunk is the direction.
[[nodiscard]] std::vector<Pass> dualpipe_order(std::int32_t rank, std::int32_t ranks, std::int32_t micro_batches);

}  // namespace shardscope
