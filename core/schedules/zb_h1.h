// ZB-H1: 1F1B with the backward split; rank r runs its weight passes r micro-batches late, which fills the cool-down.
// Qi et al. 2024, "Zero Bubble Pipeline Parallelism", section 2.2 and figure 3.
// Makespan with equal stages and no transfer time, where m >= p: m(F + B + W) + (p-1)(F + B - W); table 1 gives the
// second term as the bubble. Every rank holds at most min(p, m) micro-batches: 1F1B's peak, now on each rank.
// Valid for any number of ranks and micro-batches; one chunk a rank.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of one rank, in the order in which it runs them.
[[nodiscard]] std::vector<Pass> zb_h1_order(std::int32_t rank, std::int32_t ranks, std::int32_t micro_batches);

}  // namespace shardscope
