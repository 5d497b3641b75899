// ZB-auto: a zero-bubble order searched for the pass times under a memory limit.
// Qi et al. 2024, "Zero Bubble Pipeline Parallelism", section 3.1: forwards fill the time before the first backward as
// memory allows; then one forward and one input pass in turn, weight passes filling what would be idle, or freeing
// memory. Three choices of the heuristic (a bubble before the first backward, skipping a forward for a backward, weight
// passes in gaps shorter than they are) are tried in all combinations, and ZB-H1 and ZB-H2 where they fit; the shortest
// makespan wins. A heuristic still: of random cases some 4 in 100 get a longer step from the faster of two stages'
// times, by up to 2%. Its bubble depends on times and limit: none beyond the start of the last rank from 2p-1
// micro-batches' worth upwards with equal passes, 1F1B's with 1. Valid for any ranks and micro-batches and a limit of
// at least 1; one chunk per rank.
#pragma once

#include <cstdint>

#include "core/schedules/schedule_ways.h"

namespace shardscope {

/// What a forward takes and what input and weight pass give back, and what a rank may hold.
struct ZbMemory {
  double forward = 1, backward_input = 0, backward_weight = -1;
  double limit = 0;
};

/// Its orders, in which a pass may weigh something else than 1. times.stages has an entry per rank.
[[nodiscard]] Orders zb_auto_orders(std::int32_t micro_batches, const PassTimes& times, const ZbMemory& memory);

}  // namespace shardscope
