// What each schedule asks of the counts that it is made from. In: a request. Out: problems in words that say what would
// be valid, with the plan's path of what to change. An invalid request never becomes a schedule.
#pragma once

#include <vector>

#include "core/schedules/schedules.h"

namespace shardscope {

/// Counts from 1, passes up to limits::passes_max, and the schedule's own ScheduleCounts and least memory limit.
[[nodiscard]] std::vector<Problem> problems_of_request(const ScheduleRequest& request);

}  // namespace shardscope
