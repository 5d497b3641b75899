#include "core/changes/single_changes.h"

#include <algorithm>
#include <utility>

#include "core/scenario/plan_counts.h"
#include "core/scenario/rank_order.h"

namespace shardscope {

namespace {

struct OverlapSwitch {
  std::optional<bool> Overlap::*which;
  std::int64_t Plan::*degree;  // null: replicas
  std::string_view words, path;
};
constexpr OverlapSwitch overlap_switches[] = {
    {&Overlap::tp, &Plan::tp, "Overlap tensor traffic", "plan.overlap.tp"},
    {&Overlap::cp, &Plan::cp, "Overlap context traffic", "plan.overlap.cp"},
    {&Overlap::ep, &Plan::ep, "Overlap expert traffic", "plan.overlap.ep"},
    {&Overlap::dp_grad, nullptr, "Overlap gradients", "plan.overlap.dp_grad"},
    {&Overlap::dp_param, nullptr, "Overlap parameters", "plan.overlap.dp_param"}};

/// Puts the change to the value where there is one.
void add_value(std::vector<SingleChange>& all, const DegreeChanges& changes, const Scenario& present,
               const MovedDegree& degree, std::int64_t value) {
  const auto now = static_cast<double>(present.plan.*degree.value);
  if (std::optional<Scenario> edited = changes.with(degree.value, value))
    all.push_back({arrow(degree.name, now, static_cast<double>(value)), std::string(degree.path), std::move(*edited)});
}

}  // namespace

SingleChange with_edit(const Scenario& present, const PlanEdit& edit) {
  SingleChange change{edit.words, edit.path, present};
  edit.make(change.scenario.plan);
  return change;
}

std::vector<SingleChange> degree_beside(const Scenario& present, PlanDegree degree) {
  const MovedDegree& moved = entry_of(degree);
  const DegreeChanges changes(present, {});
  const std::vector<std::int64_t> values = changes.values(moved.path);
  std::vector<SingleChange> all;
  const auto here = std::find(values.begin(), values.end(), present.plan.*moved.value);
  if (here == values.end()) return all;
  if (here != values.begin()) add_value(all, changes, present, moved, *(here - 1));
  if (here + 1 != values.end()) add_value(all, changes, present, moved, *(here + 1));
  return all;
}

std::vector<SingleChange> degree_onwards(const Scenario& present, PlanDegree degree, DegreeWay way,
                                         const Holds& holds) {
  constexpr std::size_t most = 6;
  const bool falling = way == DegreeWay::down;
  const MovedDegree& moved = entry_of(degree);
  const std::int64_t now = present.plan.*moved.value;
  const DegreeChanges changes(present, holds);
  std::vector<std::int64_t> values = changes.values(moved.path);
  if (falling) std::reverse(values.begin(), values.end());
  std::vector<SingleChange> all;
  for (const std::int64_t value : values) {
    if (falling ? value >= now : value <= now) continue;
    add_value(all, changes, present, moved, value);
    if (all.size() == most) break;
  }
  return all;
}

std::vector<PlanEdit> overlap_edits(const Plan& filled) {
  std::vector<PlanEdit> edits;
  for (const OverlapSwitch& each : overlap_switches) {
    const std::int64_t ranks = each.degree != nullptr ? filled.*each.degree : replicas_of(filled);
    if (ranks > 1 && !(filled.overlap.*each.which).value_or(false))
      edits.push_back({std::string(each.words), std::string(each.path),
                       [which = each.which](Plan& plan) { plan.overlap.*which = true; }});
  }
  return edits;
}

std::optional<PlanEdit> narrower_gradients(const Plan& filled) {
  if (filled.gradient_dtype != Dtype::fp32 || is_single(filled.precision)) return std::nullopt;
  return PlanEdit{"Gradients in bf16", "plan.gradient_dtype", [](Plan& plan) { plan.gradient_dtype = Dtype::bf16; }};
}

std::optional<PlanEdit> zero_edit(const Plan& filled, std::int64_t stage) {
  const std::int64_t now = zero_of(filled);
  if (stage < 0 || stage > zero_stage::last || stage == now || gradient_ranks(filled) <= 1) return std::nullopt;
  return PlanEdit{arrow("ZeRO", static_cast<double>(now), static_cast<double>(stage)), "plan.zero",
                  [stage](Plan& plan) { plan.zero = stage; }};
}

std::optional<PlanEdit> sequence_parallel_edit(const Plan& filled) {
  if (filled.tp <= 1) return std::nullopt;
  const bool sharded = is_sequence_parallel(filled);
  return PlanEdit{sharded ? "Sequence parallelism: on → off" : "Sequence parallelism: off → on",
                  "plan.sequence_parallel", [sharded](Plan& plan) { plan.sequence_parallel = !sharded; }};
}

std::vector<PlanEdit> rank_order_edits(const Scenario& filled) {
  std::vector<PlanEdit> edits;
  if (filled.plan.pp <= 1 || replicas_of(filled.plan) <= 1) return edits;
  for (const RankOrder& order : {megatron_order, megatron_tp_pp_dp_order})
    if (rank_order_of(filled.plan, filled.cluster) != order)
      edits.push_back({"Ranks in order " + text_of(order), "plan.rank_order",
                       [order](Plan& plan) { plan.rank_order = text_of(order); }});
  return edits;
}

}  // namespace shardscope
