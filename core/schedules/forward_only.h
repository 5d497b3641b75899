// Forward only: every micro-batch goes through the stages once, as in inference over prompts or in evaluation.
// Huang et al. 2019, "GPipe", figure 2c, its first half. With equal stages and no transfer time the makespan is
// (m + p - 1) forwards, the bubble (p-1)/(m+p-1) of it. A rank holds one micro-batch, while it works on it.
// Valid for any number of ranks and micro-batches; one chunk a rank.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of one rank, in the order in which it runs them; the same for every rank.
[[nodiscard]] std::vector<Pass> forward_only_order(std::int32_t micro_batches);

}  // namespace shardscope
