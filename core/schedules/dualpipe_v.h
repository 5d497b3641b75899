// DualPipeV: DualPipe cut in half; the two directions are the arms of a V, so that weights are held once.
// Steps in dual_steps.h, as DeepSeek's repository publishes them (github.com/deepseek-ai/DualPipe), after Qi's
// "cut-in-half". Bubble by its README: (p-1)(FB + B - 3W), with FB the time of an overlapped pair and B of a whole
// backward. Each rank holds 2p+1 micro-batch-chunks at most. Valid where m is at least 2p; 2 chunks a rank.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of one rank, in the order in which it runs them.
[[nodiscard]] std::vector<Pass> dualpipe_v_order(std::int32_t rank, std::int32_t ranks, std::int32_t micro_batches);

}  // namespace shardscope
