// 1F1B-V: 1F1B over two chunks a rank laid out as a V, with whole backwards.
// Qi et al. 2024, "Pipeline Parallelism with Controllable Memory", section 4 and figure 6; the order is that of its
// authors' scheduler, pass for pass: a pattern of six slots repeats for each micro-batch, and passes of the warm-up and
// cool-down move to earlier free slots as long as no rank's peak rises.
// A rank holds (2p+1)/3 micro-batches' worth of its stages, rounded up, where 1F1B holds p.
// Valid for any ranks and micro-batches; 2 chunks a rank.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of every rank, in the order in which it runs them.
[[nodiscard]] std::vector<std::vector<Pass>> one_f_one_b_v_orders(std::int32_t ranks, std::int32_t micro_batches);

}  // namespace shardscope
