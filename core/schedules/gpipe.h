// GPipe: all forwards, then all backwards.
// Huang et al. 2019, "GPipe", section 2.3 and figure 2c: backward takes the micro-batches in the reverse order.
// Bubble with equal stages and no transfer time: (p-1)/(m+p-1) of the makespan. Every rank holds all m micro-batches.
// Valid for any number of ranks and micro-batches; one chunk a rank.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of one rank, in the order in which it runs them; the same for every rank.
[[nodiscard]] std::vector<Pass> gpipe_order(std::int32_t micro_batches);

}  // namespace shardscope
