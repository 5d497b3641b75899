// Chimera: two copies of the model in opposite directions, each filling the other's bubble.
// Li and Hoefler 2021, "Chimera: Efficiently Training Large-Scale Neural Networks with Bidirectional Pipelines",
// section 3 and figure 3: units of p micro-batches, half of them each way, one unit behind the other (direct
// concatenation, section 3.5). With slots of one forward or one whole backward no two passes of a rank meet. Makespan
// where a backward takes as long as a forward and m is a multiple of p: (2m + p-2) slots, a bubble of p-2 slots on each
// rank. A rank holds from p/2 + 1 to p micro-batches at most. Weights twice. The stage before
// gets the input gradient before the weight pass runs, which follows at once. Valid where p and m are even.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of one rank, in the order in which it runs them; chunk is the direction.
[[nodiscard]] std::vector<Pass> chimera_order(std::int32_t rank, std::int32_t ranks, std::int32_t micro_batches);

}  // namespace shardscope
