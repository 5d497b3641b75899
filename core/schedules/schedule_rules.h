// What each schedule asks of the counts that it is made from. In: a request. Out: problems in words that say what would
// be valid, with the plan's path of what to change. An invalid request never becomes a schedule; core/validate says the
// same of a plan.
#pragma once

#include <string_view>
#include <vector>

#include "core/schedules/schedules.h"

namespace shardscope {

/// What is named by Problem::rule, here and in core/validate.
namespace schedule_rule {
inline constexpr std::string_view virtual_stages = "schedule-virtual-stages", counts = "schedule-counts",
                                  whole_rounds = "interleaved-micro-batches-divisible";
}

/// Counts below 1, and more passes than are simulated (limits::passes_max).
[[nodiscard]] std::vector<Problem> problems_of_size(const ScheduleRequest& request);

/// What breaks the schedule's own ScheduleCounts or its least memory limit, of a request whose size is none. What else
/// would do is said in micro-batches; in sequences of the global batch where `sequences`, those of a micro-batch over
/// all replicas, are given.
[[nodiscard]] std::vector<Problem> problems_of_counts(const ScheduleRequest& request, std::int64_t sequences = 0);

/// Both, the second where the first has none.
[[nodiscard]] std::vector<Problem> problems_of_request(const ScheduleRequest& request);

}  // namespace shardscope
