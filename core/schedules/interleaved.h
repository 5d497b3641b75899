// Interleaved 1F1B: each rank holds v chunks of layers, and 1F1B runs over chunks instead of micro-batches.
// Narayanan et al. 2021, "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM",
// section 2.2.2 and figure 4. The order is Megatron-LM's, pass for pass: groups of p micro-batches go through chunk
// after chunk; rank r warms up with 2(p-r-1) + (v-1)p forwards.
// Bubble with equal stages and no transfer time: (p-1)/(v·m+p-1) of the makespan.
// Rank r holds at most 2(p-r-1) + (v-1)p + 1 chunk inputs, or all v·m. Valid where m is a multiple of p.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of one rank, in the order in which it runs them. micro_batches is a multiple of ranks.
[[nodiscard]] std::vector<Pass> interleaved_order(std::int32_t rank, std::int32_t ranks, std::int32_t virtual_stages,
                                                  std::int32_t micro_batches);

}  // namespace shardscope
