// core/plan_search/space: which plans there are to choose from. In: a scenario, and what of its plan may vary. Out: a
// value for each choice, or all settings that a sweep makes of them. Nothing is evaluated.
//
// The plans that a search goes through: which fields of the plan vary, and the values that each may take.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/base/problem.h"
#include "core/base/setting.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// In the order in which the search fixes them: those up to the rank order decide what a layer costs, the next two how
/// many layers and micro-batches a GPU has, the last four how they are scheduled and kept.
// clang-format off
#define SHARDSCOPE_PLAN_AXIS(axis) \
  axis(tp, "plan.tp") axis(cp, "plan.cp") axis(micro_batch, "plan.micro_batch") axis(ep, "plan.ep") \
  axis(etp, "plan.etp") axis(recompute, "plan.recompute") axis(recompute_layers, "plan.recompute.layers") \
  axis(offload, "plan.offload") axis(sequence_parallel, "plan.sequence_parallel") axis(overlap, "plan.overlap") \
  axis(rank_order, "plan.rank_order") axis(pp, "plan.pp") axis(dp, "plan.dp") axis(schedule, "plan.schedule") \
  axis(virtual_stages, "plan.virtual_stages") axis(zero, "plan.zero") axis(shard_group, "plan.shard_group")
SHARDSCOPE_TABLE(PlanAxis, std::string_view, SHARDSCOPE_PLAN_AXIS)
// clang-format on
inline constexpr std::size_t plan_axis_count = count_of<PlanAxis>;
inline constexpr std::size_t cost_axis_count = index_of(PlanAxis::pp);  // those that decide what a layer costs

/// A value for each axis; of a schedule its ScheduleKind, of what PlanSpace has a list of the place in that list, of a
/// shard group 0 for all of dp·cp, of layers that are recomputed 0 for as many as the mode has.
using PlanChoice = std::array<std::int64_t, plan_axis_count>;

[[nodiscard]] inline std::int64_t value_at(const PlanChoice& choice, PlanAxis axis) {
  return choice[index_of(axis)];
}

/// Numbers of GPUs that a plan may have.
struct SearchedGpus {
  std::int64_t first = 1, last = 1;
};

/// The least and the most that a free axis may take.
struct ValueRange {
  std::int64_t least = 0, most = 0;

  bool operator==(const ValueRange&) const = default;
};

struct PlanSpace {
  /// Values that an axis is held to, ascending; empty: all that are valid.
  std::array<std::vector<std::int64_t>, plan_axis_count> held;
  std::array<std::optional<ValueRange>, plan_axis_count> within = {};  // of those that are numbers, where they are free
  /// Where it is given, a plan's cluster is as many whole nodes as its ranks fill, within the range; the scenario has
  /// the last of it.
  std::optional<SearchedGpus> gpus;
  std::vector<Recompute> recomputes;  // none, full, core attention where scores are stored, and the scenario's own
  // Of these the scenario's own first, which is all that is tried unasked; of rank orders those that --vary names too.
  std::vector<Offload> offloads;
  std::vector<std::optional<bool>> sequence_parallel;
  std::vector<Overlap> overlaps;
  std::vector<std::optional<std::string>> rank_orders;
};

/// All axes free.
[[nodiscard]] PlanSpace plan_space(const Scenario& base);

/// Holds an axis to values as --vary has them: "plan.tp=1,2,4", "plan.schedule=zb-v,1f1b", "plan.pp=1..16". Nothing, or
/// what is wrong with it.
[[nodiscard]] std::vector<Problem> hold_axis(PlanSpace& space, std::string_view text);

/// The values of an axis beside those that are chosen before it, ascending. Free ones are all that the arithmetic of
/// the split allows, but: expert tensor parallelism 1 or tp, the schedules of free_schedules(); offload, sequence
/// parallelism, overlap and rank order as the scenario has them, all layers recomputed or none and shards over all
/// replicas, unless they are held to others. Where an axis makes no difference it has one value whatever it is held to.
[[nodiscard]] std::vector<std::int64_t> values_of(PlanAxis axis, const PlanChoice& before, const Scenario& base,
                                                  const PlanSpace& space);

/// The values that a person is offered to hold an axis to, whatever the others are; of one that is free to the last
/// those that it takes unasked.
[[nodiscard]] std::vector<std::int64_t> offered_values(PlanAxis axis, const Scenario& base, const PlanSpace& space);

/// The schedules that a free axis takes where there are stages: those that are tried unasked, and the scenario's own.
[[nodiscard]] std::vector<std::int64_t> free_schedules(const Scenario& base);

/// All axes 1, those that are places in lists at the first.
[[nodiscard]] PlanChoice all_ones();

/// Whether a search of the space comes to the choice.
[[nodiscard]] bool is_in_space(const PlanChoice& choice, const Scenario& base, const PlanSpace& space);

/// "256..4096", or what is wrong with it. Leaves the base with the last of it.
[[nodiscard]] std::vector<Problem> hold_gpus(PlanSpace& space, Scenario& base, std::string_view text);

/// The GPUs of a plan's cluster with so many ranks at work.
[[nodiscard]] std::int64_t gpus_for(const Scenario& base, const PlanSpace& space, std::int64_t ranks);

/// The scenario with those degrees. Layers stand as even as possible: a layout of the scenario's own is for its stages.
[[nodiscard]] Scenario with_choice(Scenario base, const PlanChoice& choice, const PlanSpace& space);

/// The choice that makes the scenario of the base; nothing where none does: they differ in more than the axes, or the
/// plan has what the space hasn't, such as stages of its own or another mode of recomputation. Names and notes aren't
/// compared.
[[nodiscard]] std::optional<PlanChoice> choice_of(const Scenario& scenario, const Scenario& base,
                                                  const PlanSpace& space);

/// What --set takes to make the same of the scenario, each field and its value as JSON has it.
[[nodiscard]] std::vector<Setting> settings_of(const Scenario& base, const PlanChoice& choice, const PlanSpace& space);

}  // namespace shardscope
