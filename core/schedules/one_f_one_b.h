// 1F1B: after a warm-up of forwards, one forward and one backward in turn, then the remaining backwards.
// Narayanan et al. 2021, "Memory-Efficient Pipeline-Parallel DNN Training" (PipeDream-flush), section 3.2 and figure 5.
// Bubble with equal stages and no transfer time: (p-1)/(m+p-1) of the makespan, as GPipe's.
// Rank r holds at most min(p - r, m) micro-batches. Valid for any number of ranks and micro-batches; one chunk a rank.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of one rank, in the order in which it runs them.
[[nodiscard]] std::vector<Pass> one_f_one_b_order(std::int32_t rank, std::int32_t ranks, std::int32_t micro_batches);

}  // namespace shardscope
