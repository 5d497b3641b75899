// The schedule of a plan, and the stages that its ranks hold under it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/schedules/schedules.h"

namespace shardscope {

struct Plan;

/// The plan's schedule, or what it is by default.
[[nodiscard]] ScheduleKind schedule_kind(const Plan& plan);
[[nodiscard]] const ScheduleWays& ways_of(const Plan& plan);
[[nodiscard]] bool runs_backward(const Plan& plan);
/// Whether input and weight gradients are passes of their own. On one pipeline rank there is nothing that they could
/// fill: Megatron, with any schedule, then runs whole backwards (schedules.py, forward_backward_no_pipelining).
[[nodiscard]] bool splits_backward(const Plan& plan);

/// What the plan's schedule is made from; a count below 1 counts as 1, as in plan_counts.h. One that is searched for
/// may hold as much as 1F1B does, unless the plan says.
[[nodiscard]] ScheduleRequest schedule_request(const Plan& plan, const PassTimes* times = nullptr);

/// The stages that a rank holds, chunk by chunk, where the model is laid out in `stages` over `ranks`. A count of
/// stages that the placement can't have is looped.
[[nodiscard]] std::vector<std::size_t> stages_of_rank(const Plan& plan, std::int64_t rank, std::int64_t ranks,
                                                      std::size_t stages);
/// The same as what the stages have: an entry of `of_stages` for each.
template <class OfStage>
[[nodiscard]] std::vector<OfStage> held_by_rank(const Plan& plan, std::size_t rank, std::size_t ranks,
                                                const std::vector<OfStage>& of_stages) {
  const std::vector<std::size_t> stages =
      stages_of_rank(plan, static_cast<std::int64_t>(rank), static_cast<std::int64_t>(ranks), of_stages.size());
  std::vector<OfStage> held;
  held.reserve(stages.size());
  for (const std::size_t stage : stages) held.push_back(of_stages[stage]);
  return held;
}

/// Pipeline ranks that hold stages: pp, or fewer where there are fewer stages.
[[nodiscard]] std::size_t ranks_with_stages(const Plan& plan, std::size_t stages);

}  // namespace shardscope
