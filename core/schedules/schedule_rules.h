// What each schedule asks of the counts that it is made from. In: a request. Out: problems in words that say what would
// be valid, with the plan's path of what to change. An invalid request never becomes a schedule.
#pragma once

#include <vector>

#include "core/schedules/schedule.h"

namespace shardscope {

/// Counts from 1, and passes up to limits::passes_max; then the schedule's own:
/// - interleaved: 2 or more virtual stages, micro-batches divisible by ranks; breadth-first: any virtual stages;
/// - V schedules: 1 or 2 virtual stages, both meaning their 2 chunks; all others: 1;
/// - dualpipe: even ranks, even micro-batches from 2·ranks; dualpipe-v: micro-batches from 2·ranks;
/// - chimera: even ranks, even micro-batches;
/// - zb-auto, zb-v: a memory limit in which a micro-batch fits.
[[nodiscard]] std::vector<Problem> problems_of_request(const ScheduleRequest& request);

}  // namespace shardscope
