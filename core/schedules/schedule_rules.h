// What each schedule asks of the counts that it is made from. In: a request. Out: problems in words that say what would
// be valid, with the plan's path of what to change. An invalid request never becomes a schedule; core/validate says the
// same of a plan.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/saturating.h"
#include "core/schedules/schedules.h"

namespace shardscope {

/// What is named by Problem::rule, here and in core/validate.
namespace schedule_rule {
inline constexpr std::string_view virtual_stages = "schedule-virtual-stages", counts = "schedule-counts",
                                  whole_rounds = "interleaved-micro-batches-divisible";
}

/// The counts of micro-batches that a schedule takes: `least` and any number of rounds more.
struct BatchCounts {
  std::int64_t least = 1, round = 1;

  /// The first of them from `count` on.
  [[nodiscard]] std::int64_t from(std::int64_t count) const {
    return least + divided_up(std::max(count - least, std::int64_t{0}), round) * round;
  }
  [[nodiscard]] bool takes(std::int64_t count) const { return count >= least && (count - least) % round == 0; }
};
/// Over so many ranks.
[[nodiscard]] BatchCounts batch_counts(const ScheduleWays& ways, std::int64_t ranks);

/// Counts below 1, and more passes than are simulated (limits::passes_max).
[[nodiscard]] std::vector<Problem> problems_of_size(const ScheduleRequest& request);

/// What breaks the schedule's own ScheduleCounts or its least memory limit, of a request whose size is none. What else
/// would do is said in micro-batches; in sequences of the global batch where `sequences`, those of a micro-batch over
/// all replicas, are given.
[[nodiscard]] std::vector<Problem> problems_of_counts(const ScheduleRequest& request, std::int64_t sequences = 0);

/// Both, the second where the first has none.
[[nodiscard]] std::vector<Problem> problems_of_request(const ScheduleRequest& request);

}  // namespace shardscope
