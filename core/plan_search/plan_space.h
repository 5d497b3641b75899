// core/plan_search: which plan is best. In: a scenario, what of its plan may vary and what must hold. Out: the plans
// that win, with what was looked at and why that is enough; the values of a sweep. The space (plan_space.h), what its
// plans take at least (least_step.h), the search itself (plan_search.h).
//
// This file: the plans that a search goes through: which fields of the plan vary, and the values that each may take.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/base/problem.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// In the order in which the search fixes them: the first six decide what a layer costs, the next two how many layers
/// and micro-batches a GPU has, the last three how they are scheduled and kept.
// clang-format off
#define SHARDSCOPE_PLAN_AXIS(axis) \
  axis(tp, "plan.tp") axis(cp, "plan.cp") axis(micro_batch, "plan.micro_batch") axis(ep, "plan.ep") \
  axis(etp, "plan.etp") axis(recompute, "plan.recompute") axis(pp, "plan.pp") axis(dp, "plan.dp") \
  axis(schedule, "plan.schedule") axis(virtual_stages, "plan.virtual_stages") axis(zero, "plan.zero")
SHARDSCOPE_TABLE(PlanAxis, std::string_view, SHARDSCOPE_PLAN_AXIS)
// clang-format on
inline constexpr std::size_t plan_axis_count = count_of<PlanAxis>;
inline constexpr std::size_t cost_axis_count = index_of(PlanAxis::pp);  // those that decide what a layer costs

/// A value for each axis; of a schedule its ScheduleKind, of recomputation the place in PlanSpace::recomputes.
using PlanChoice = std::array<std::int64_t, plan_axis_count>;

[[nodiscard]] inline std::int64_t value_at(const PlanChoice& choice, PlanAxis axis) {
  return choice[index_of(axis)];
}

struct PlanSpace {
  /// Values that an axis is held to, ascending; empty: all that are valid.
  std::array<std::vector<std::int64_t>, plan_axis_count> held;
  std::vector<Recompute> recomputes;  // none, full, core attention where scores are stored, and the scenario's own
};

/// All axes free.
[[nodiscard]] PlanSpace plan_space(const Scenario& base);

/// Holds an axis to values as --vary has them: "plan.tp=1,2,4", "plan.schedule=zb-v,1f1b", "plan.pp=1..16". Nothing, or
/// what is wrong with it.
[[nodiscard]] std::vector<Problem> hold_axis(PlanSpace& space, std::string_view text);

/// The values of an axis beside those that are chosen before it, ascending. Free ones are all that the arithmetic of
/// the split allows, but: context parallelism in powers of two, expert tensor parallelism 1 or tp, 1F1B and its
/// interleaved form beside the scenario's own schedule.
[[nodiscard]] std::vector<std::int64_t> values_of(PlanAxis axis, const PlanChoice& before, const Scenario& base,
                                                  const PlanSpace& space);

/// The scenario with those degrees. Layers stand as even as possible: a layout of the scenario's own is for its stages.
[[nodiscard]] Scenario with_choice(Scenario base, const PlanChoice& choice, const PlanSpace& space);

/// What --set takes to make the same of the scenario, each field and its value as JSON has it.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> settings_of(const Scenario& base,
                                                                           const PlanChoice& choice,
                                                                           const PlanSpace& space);

}  // namespace shardscope
