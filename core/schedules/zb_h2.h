// ZB-H2: no bubble between a rank's first and last pass, for twice 1F1B's memory.
// Qi et al. 2024, "Zero Bubble Pipeline Parallelism", section 2.3 and figure 3. Rank r warms up with 2(p-r)-1 forwards
// instead of p-r-1, and runs its weight passes 2r micro-batches late.
// Makespan with equal stages and no transfer time, where m >= 2p-1: m(F + B + W) + (p-1)·max(F, F + B - 2W). Each
// rank's own span is m(F + B + W) + (p-1)·max(0, F + B - 2W) at most, the bubble of table 1; the ranks start F apart.
// Every rank holds at most min(2p-1, m) micro-batches. Valid for any number of ranks and micro-batches; one chunk a
// rank.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of one rank, in the order in which it runs them.
[[nodiscard]] std::vector<Pass> zb_h2_order(std::int32_t rank, std::int32_t ranks, std::int32_t micro_batches);

}  // namespace shardscope
