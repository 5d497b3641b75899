// ZB-V: zero bubble with two chunks a rank laid out as a V, in 1F1B's memory.
// Qi et al. 2024, "Zero Bubble Pipeline Parallelism", section 6 and appendix; pass for pass the order of the authors'
// scheduler, which is greedy: micro-batches fill the V as memory allows, then a backward and a forward in turn on every
// rank, weight passes where the rank would wait longer than others have. Weight passes in short gaps before forwards or
// backwards are tried both ways, each again with the idle time found before as what may be spent; the least idle wins.
// A heuristic: of random cases some 3 in 100 get a longer step from the faster of two stages' times, by up to 2%.
// With equal passes and m >= 2p no rank waits between its first and last pass. Holds at most the limit, by default 2p
// chunks of half a 1F1B stage. Valid for any ranks and micro-batches, and a limit from 2p; 2 chunks a rank.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// The passes of every rank, in the order in which it runs them. times.stages has two entries a rank; `limit` counts
/// micro-batch-chunks.
[[nodiscard]] std::vector<std::vector<Pass>> zb_v_orders(std::int32_t ranks, std::int32_t micro_batches,
                                                         const PassTimes& times, double limit);

}  // namespace shardscope
