#include "core/plan_search/bounds/least_step.h"

#include <algorithm>

#include "core/base/saturating.h"
#include "core/hardware/operation_time.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/step/stage_cost.h"

namespace shardscope {

namespace {

/// The fewest with which experts' groups are whole: they fold into tp·cp·dp. A plan has as many or more. With more
/// replicas, or over several stages, its groups lie as near or further apart, and each replica has fewer micro-batches
/// in which experts' traffic could hide beside another pass (passes_alone(), core/traffic/layer_traffic.h).
std::int64_t fewest_replicas(const PlanChoice& choice) {
  return replicas_for_experts(value_at(choice, PlanAxis::tp), value_at(choice, PlanAxis::cp),
                              value_at(choice, PlanAxis::ep), value_at(choice, PlanAxis::etp));
}

BlockSeconds seconds_of_block(const StageCost& cost) {
  const StageTimes times = cost.times();
  return {times.forward.value, times.whole_backward().value, (times.forward + times.input_pass()).value};
}

BlockSeconds times_of(const LayerCosts& costs, const BlockNumbers& numbers) {
  BlockSeconds sum;
  const auto add = [&](double count, const BlockSeconds& each) {
    sum.forward += count * each.forward, sum.backward += count * each.backward, sum.latency += count * each.latency;
  };
  add(numbers.embedding, costs.embedding), add(numbers.dense, costs.dense), add(numbers.moe, costs.moe);
  add(numbers.mtp, costs.mtp), add(numbers.head, costs.head);
  return sum;
}

LayerCosts costs_of_blocks(const StageContent& model, const BlockCosts& blocks, const Plan& plan) {
  LayerCosts costs;
  // Layers that any plan recomputes whole cost what that costs; of a number a stage none need be among them.
  const bool redone = recomputes_every_layer(plan);
  costs.embedding = seconds_of_block(blocks.embedding), costs.head = seconds_of_block(blocks.head);
  costs.dense = seconds_of_block(redone ? blocks.dense_redone : blocks.dense);
  costs.moe = seconds_of_block(redone ? blocks.moe_redone : blocks.moe);
  costs.mtp = seconds_of_block(blocks.mtp);
  costs.model = times_of(costs, {1, static_cast<double>(model.dense_layers), static_cast<double>(model.moe_layers),
                                 static_cast<double>(model.mtp_layers), 1});
  const double dense = costs.dense.both(), moe = costs.moe.both();
  costs.whole = Seconds{costs.model.both()};
  costs.least_layer = Seconds{model.moe_layers == 0 ? dense : model.dense_layers == 0 ? moe : std::min(dense, moe)};
  return costs;
}

}  // namespace

double LayerCosts::least_forward() const {
  return dense.both() == 0 ? moe.forward : moe.both() == 0 ? dense.forward : std::min(dense.forward, moe.forward);
}

double LayerCosts::least_backward() const {
  return dense.both() == 0 ? moe.backward : moe.both() == 0 ? dense.backward : std::min(dense.backward, moe.backward);
}

std::optional<LayerCosts> layer_costs(const Scenario& base, const PlanChoice& choice, const PlanSpace& space) {
  PlanChoice one_stage = choice;
  one_stage[index_of(PlanAxis::pp)] = one_stage[index_of(PlanAxis::virtual_stages)] = 1;
  one_stage[index_of(PlanAxis::schedule)] = static_cast<std::int64_t>(default_schedule(1));
  one_stage[index_of(PlanAxis::zero)] = 0;  // what ZeRO-3 gathers only adds
  one_stage[index_of(PlanAxis::dp)] = fewest_replicas(choice);
  const Scenario filled = with_defaults(with_choice(base, one_stage, space));
  const std::optional<MachineSpeed> speed = machine_speed(filled);
  if (!speed) return std::nullopt;
  const std::vector<StageContent> layout = stage_layout(filled.model, filled.plan);
  if (layout.size() != 1) return std::nullopt;
  return costs_of_blocks(layout.front(), block_costs(filled, layout, *speed), filled.plan);
}

ScheduleTraits schedule_traits(const Scenario& base, const PlanSpace& space) {
  std::vector<std::int64_t> kinds = space.held[index_of(PlanAxis::schedule)];
  if (kinds.empty()) kinds = free_schedules(base);
  ScheduleTraits traits{true, true, true};
  for (const std::int64_t kind : kinds) {
    const ScheduleWays& ways = ways_of(static_cast<ScheduleKind>(kind));
    traits.bounded = traits.bounded && !ways.overlaps_passes && ways.runs_backward;
    traits.whole = traits.whole && !ways.splits_backward;
    traits.one_copy = traits.one_copy && ways.copies_of_model() == 1;
  }
  return traits;
}

bool is_bounded(const Scenario& base, const PlanSpace& space) {
  return schedule_traits(base, space).bounded && base.cluster.pools.empty() && !has_sites(base.cluster) &&
         base.run.jitter == 0 && base.run.slow_factor >= 1;
}

Seconds least_step_of_costs(const LayerCosts& costs, const Scenario& base, const PlanChoice& choice) {
  const auto of = [&](PlanAxis axis) { return degree(choice[index_of(axis)]); };
  const double share = degree(base.cluster.gpus) / (of(PlanAxis::tp) * of(PlanAxis::cp));
  const double micro_batches = degree(base.plan.global_batch) / of(PlanAxis::micro_batch);
  return Seconds{std::max(costs.whole.value * (micro_batches / share), costs.model.latency) * bound_rounding};
}

Seconds least_step(const LayerCosts& costs, const Scenario& base, std::int64_t pp, double micro_batches,
                   const ScheduleTraits& schedules) {
  const double waited = schedules.one_copy ? costs.least_forward() + (schedules.whole ? costs.least_backward() : 0) : 0;
  const double mean = costs.whole.value * micro_batches / degree(pp) + waited * (degree(pp) - 1) / 2;
  const double layers =
      schedules.one_copy ? static_cast<double>(divided_up(base.model.num_hidden_layers, at_least_one(pp))) : 0;
  const double fullest = costs.least_layer.value * layers * micro_batches;
  return Seconds{std::max({mean, fullest, costs.model.latency}) * bound_rounding};
}

Seconds least_step_of_ranks(const LayerCosts& costs, const RankShapes& shapes, double micro_batches,
                            bool whole_backwards) {
  double most = 0, waited = 0;
  for (std::size_t r = 0; r < shapes.ranks.size(); ++r) {
    most = std::max(most, waited + micro_batches * times_of(costs, shapes.ranks[r]).both());
    const BlockSeconds first = times_of(costs, shapes.first_chunks[r]);
    waited += first.forward + (whole_backwards ? first.backward : 0);
  }
  return Seconds{most * bound_rounding};
}

}  // namespace shardscope
