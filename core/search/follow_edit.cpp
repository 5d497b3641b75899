#include "core/search/follow_edit.h"

#include <algorithm>
#include <array>

#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/validate/valid_values.h"

namespace shardscope {

namespace {

std::int64_t dp_of(const Scenario& scenario) {
  return with_defaults(scenario).plan.dp.value_or(1);
}

/// The largest dp up to `dp_max` whose batch share comes out whole; dp_max where none does.
std::int64_t largest_dp_dividing(std::int64_t dp_max, std::int64_t micro_batches) {
  for (std::int64_t dp = std::min(dp_max, micro_batches); dp > 1; --dp)
    if (micro_batches % dp == 0) return dp;
  return micro_batches >= 1 ? 1 : dp_max;
}

void let_dp_follow(Scenario& scenario, const Holds& holds) {
  Plan& plan = scenario.plan;
  if (holds.dp) {
    if (!holds.gpus) scenario.cluster.gpus = gpus_of_replica(plan) * dp_of(scenario);
    return;
  }
  if (!plan.dp) return;  // "auto" follows by itself
  std::int64_t dp = at_least_one(scenario.cluster.gpus / gpus_of_replica(plan));
  if (holds.global_batch) dp = largest_dp_dividing(dp, plan.global_batch / at_least_one(plan.micro_batch));
  plan.dp = dp;
}

/// Only an edit of the stages or of the layers that they hold moves them: a plan may leave stages empty.
void let_stages_follow(const Scenario& before, Scenario& scenario) {
  Plan& plan = scenario.plan;
  if (plan.pp == before.plan.pp && plan.virtual_stages == before.plan.virtual_stages &&
      plan.schedule == before.plan.schedule && scenario.model.num_hidden_layers == before.model.num_hidden_layers)
    return;
  const bool too_many = stages_of(plan) > scenario.model.num_hidden_layers;
  if (plan.pp <= 1 || (too_many && plan.virtual_stages == before.plan.virtual_stages)) plan.virtual_stages = 1;
  const bool schedule_kept = plan.schedule == before.plan.schedule && plan.schedule;
  if (schedule_kept && (plan.virtual_stages > 1) != (before.plan.virtual_stages > 1)) plan.schedule.reset();
  const bool layout_fits =
      stages_of(plan) == stages_of(before.plan) && scenario.model.num_hidden_layers == before.model.num_hidden_layers;
  if (layout_fits) return;
  if (plan.stage_layers == before.plan.stage_layers) plan.stage_layers.reset();
  if (plan.pipeline_layout == before.plan.pipeline_layout) plan.pipeline_layout.reset();
}

/// Tensor parallelism inside the experts stays where expert parallelism is edited and the plan leaves it to its
/// default, which would fall to 1: more expert parallelism would then need more memory.
void keep_expert_tensor(const Scenario& before, Scenario& edited) {
  Plan& plan = edited.plan;
  if (plan.ep == before.plan.ep || plan.etp || before.plan.etp || edited.model.num_experts <= 0) return;
  const std::int64_t etp = with_defaults(before).plan.etp.value_or(1);
  const std::int64_t ranks = at_least_one(plan.tp) * at_least_one(plan.cp) * dp_of(edited);
  if (etp > 1 && ranks % (at_least_one(plan.ep) * etp) == 0) plan.etp = etp;
}

}  // namespace

std::int64_t nearest_multiple(std::int64_t value, std::int64_t step) {
  if (step <= 0) return value;
  const std::int64_t below = value / step * step;
  const std::int64_t nearest = value - below <= below + step - value ? below : below + step;
  return std::max(step, nearest);
}

Scenario with_schedule(const Scenario& scenario, ScheduleKind kind) {
  Scenario edited = scenario;
  edited.plan.schedule = kind;
  const bool takes_chunks = ways_of(kind).takes_chunks();
  if (!takes_chunks) edited.plan.virtual_stages = 1;
  if (takes_chunks && edited.plan.virtual_stages == 1) {
    const std::vector<std::int64_t> chunks = valid_values(edited, "plan.virtual_stages");
    if (chunks.size() > 1) edited.plan.virtual_stages = chunks[1];
  }
  let_stages_follow(scenario, edited);
  return edited;
}

Scenario follow_edit(const Scenario& before, Scenario edited, const Holds& holds) {
  const Plan& old = before.plan;
  Plan& plan = edited.plan;
  if (plan.tp != old.tp && plan.etp == old.etp && old.etp == old.tp) plan.etp = plan.tp;
  let_stages_follow(before, edited);

  const bool dp_edited = plan.dp != old.dp;
  const bool room_changed = gpus_of_replica(plan) != gpus_of_replica(old) || edited.cluster.gpus != before.cluster.gpus;
  if (room_changed && !dp_edited) let_dp_follow(edited, holds);
  if (dp_edited && !holds.gpus) edited.cluster.gpus = gpus_of_replica(plan) * dp_of(edited);

  const bool batch_edited = plan.global_batch != old.global_batch;
  const bool share_changed = dp_of(edited) != dp_of(before) || plan.micro_batch != old.micro_batch;
  if (share_changed && !batch_edited && !holds.global_batch)
    plan.global_batch = nearest_multiple(plan.global_batch, dp_of(edited) * plan.micro_batch);

  keep_expert_tensor(before, edited);
  return edited;
}

Scenario follow_reset(const Scenario& before, const Scenario& reset, const Scenario& baseline, const Holds& holds) {
  Scenario followed = follow_edit(before, reset, holds);
  const auto shape = [](const Scenario& s) {
    return std::array{s.plan.tp, s.plan.pp, s.plan.cp, s.plan.micro_batch, s.cluster.gpus};
  };
  const bool split_edited = shape(reset) != shape(before) || reset.plan.dp != before.plan.dp;
  if (!split_edited || shape(followed) != shape(baseline)) return followed;
  Plan& plan = followed.plan;
  const Plan& was = baseline.plan;
  if (!holds.dp) plan.dp = was.dp;
  if (dp_of(followed) == dp_of(baseline) && !holds.global_batch) plan.global_batch = was.global_batch;
  if (plan.virtual_stages == was.virtual_stages && !plan.stage_layers && !plan.pipeline_layout) {
    plan.stage_layers = was.stage_layers;
    plan.pipeline_layout = was.pipeline_layout;
  }
  return followed;
}

}  // namespace shardscope
