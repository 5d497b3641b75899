#include "core/scenario/plan_schedule.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/saturating.h"
#include "core/scenario/parts/plan.h"
#include "core/scenario/plan_counts.h"

namespace shardscope {

ScheduleKind schedule_kind(const Plan& plan) {
  return plan.schedule.value_or(default_schedule(plan.virtual_stages));
}

const ScheduleWays& ways_of(const Plan& plan) {
  return ways_of(schedule_kind(plan));
}

bool runs_backward(const Plan& plan) {
  return ways_of(plan).runs_backward;
}

bool splits_backward(const Plan& plan) {
  return ways_of(plan).splits_backward && plan.pp > 1;
}

ScheduleRequest schedule_request(const Plan& plan, const PassTimes* times) {
  const auto bounded = [](std::int64_t count) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(count, 1, limits::passes_max));
  };
  ScheduleRequest request{
      schedule_kind(plan),       bounded(plan.pp), bounded(plan.virtual_stages), bounded(micro_batches_of(plan)), times,
      plan.schedule_memory_limit};
  const ScheduleWays& ways = ways_of(plan);
  if (ways.searched() && !request.memory_limit)
    request.memory_limit = static_cast<double>(request.ranks * ways.chunks_per_rank(1));
  return request;
}

StagesOfRank stages_of_rank(const Plan& plan, std::int64_t rank, std::int64_t ranks, std::size_t stages) {
  const auto count = static_cast<std::int64_t>(stages);
  const auto first = static_cast<std::size_t>(rank);
  const ScheduleWays& ways = ways_of(plan);
  if (!ways.goes_round() && count == ways.stages(ranks, 1))
    return {first, static_cast<std::size_t>(stage_of(ways.placement, rank, 1, ranks)) - first, 2};
  const std::int64_t step = at_least_one(ranks);
  return {first, static_cast<std::size_t>(step),
          static_cast<std::size_t>(divided_up(std::max(count - rank, std::int64_t{0}), step))};
}

std::size_t ranks_with_stages(const Plan& plan, std::size_t stages) {
  return std::min(static_cast<std::size_t>(at_least_one(plan.pp)), stages);
}

}  // namespace shardscope
