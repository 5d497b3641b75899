#include "core/plan_search/least_step.h"

#include <algorithm>
#include <cmath>

#include "core/base/saturating.h"
#include "core/hardware/operation_time.h"
#include "core/scenario/plan_schedule.h"
#include "core/step/stage_cost.h"

namespace shardscope {

namespace {

/// Of a bound that sums the same terms in another order.
constexpr double rounding = 1 - 1e-9;

bool overlaps(std::int64_t kind) {
  return ways_of(static_cast<ScheduleKind>(kind)).overlaps_passes;
}

/// So many that experts' groups are whole: they fold into tp·cp·dp. Where a group lies doesn't hang on how many there
/// are; over several stages it may lie further apart, never nearer.
std::int64_t most_replicas(const Scenario& base, const PlanChoice& choice) {
  const std::int64_t ranks = at_least_one(value_at(choice, PlanAxis::tp) * value_at(choice, PlanAxis::cp));
  const std::int64_t folded = at_least_one(value_at(choice, PlanAxis::ep) * value_at(choice, PlanAxis::etp));
  std::int64_t replicas = at_least_one(base.cluster.gpus / ranks);
  while (replicas > 1 && saturating_product({ranks, replicas}) % folded != 0) --replicas;
  return replicas;
}

}  // namespace

std::optional<LayerCosts> layer_costs(const Scenario& base, const PlanChoice& choice, const PlanSpace& space) {
  PlanChoice one_stage = choice;
  one_stage[index_of(PlanAxis::pp)] = one_stage[index_of(PlanAxis::virtual_stages)] = 1;
  one_stage[index_of(PlanAxis::schedule)] = static_cast<std::int64_t>(ScheduleKind::one_f_one_b);
  one_stage[index_of(PlanAxis::zero)] = 0;  // what ZeRO-3 gathers only adds
  one_stage[index_of(PlanAxis::dp)] = most_replicas(base, choice);
  const Scenario filled = with_defaults(with_choice(base, one_stage, space));
  const std::optional<MachineSpeed> speed = machine_speed(filled);
  if (!speed) return std::nullopt;
  const std::vector<StageContent> layout = stage_layout(filled.model, filled.plan);
  if (layout.size() != 1) return std::nullopt;
  const BlockCosts blocks = block_costs(filled, layout, *speed);
  LayerCosts costs{stage_cost(layout.front(), blocks, filled.plan).times().both(), Seconds{}};
  bool first = true;
  for (const BlockRun& run : block_runs(layout.front(), blocks, filled.plan)) {
    const bool layer = run.kind == BlockKind::dense_layer || run.kind == BlockKind::moe_layer;
    if (!layer || run.count <= 0) continue;
    const Seconds one = run.cost->times().both();
    costs.least_layer = first ? one : min(costs.least_layer, one);
    first = false;
  }
  return costs;
}

bool is_bounded(const Scenario& base, const PlanSpace& space) {
  const std::vector<std::int64_t>& held = space.held[index_of(PlanAxis::schedule)];
  const bool overlapped =
      held.empty() ? ways_of(base.plan).overlaps_passes : std::any_of(held.begin(), held.end(), overlaps);
  return !overlapped && base.cluster.pools.empty() && base.cluster.sites.number <= 1 && base.run.jitter == 0 &&
         base.run.slow_factor >= 1;
}

Seconds least_step(const LayerCosts& costs, const Scenario& base, const PlanChoice& choice) {
  const std::int64_t pp = at_least_one(value_at(choice, PlanAxis::pp));
  const std::int64_t round =
      at_least_one(saturating_product({value_at(choice, PlanAxis::dp), value_at(choice, PlanAxis::micro_batch)}));
  const double micro_batches = static_cast<double>(base.plan.global_batch) / static_cast<double>(round);
  const double layers = std::ceil(static_cast<double>(base.model.num_hidden_layers) / static_cast<double>(pp));
  const Seconds of_rank = max(costs.whole * (1 / static_cast<double>(pp)), costs.least_layer * layers);
  return of_rank * (std::floor(micro_batches) * rounding);
}

}  // namespace shardscope
