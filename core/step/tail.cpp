// What every rank does once a step: exchange gradients and parameters, step the optimizer.
#include <algorithm>

#include "core/hardware/collectives.h"
#include "core/memory/activations.h"
#include "core/memory/state.h"
#include "core/scenario/habits.h"
#include "core/scenario/stage_placement.h"
#include "core/step/step.h"

namespace shardscope {

namespace {

// Fitted with the rest of the step on public runs (see stage_cost.cpp); reducing in fp32 makes no difference that they
// show, so gradients count 16 bits.
constexpr double gradient_bytes = 2;
constexpr double exposed_when_overlapped = 0.10;

// Adam reads and writes fp32 weights, momentum and variance and reads the gradient: 32 bytes a parameter of the shard;
// the clip and the cast of the gradient touch 8 bytes of every local parameter.
constexpr double optimizer_bytes_of_shard = 32;
constexpr double optimizer_bytes_of_local = 8;

struct Exchange {
  Seconds gradients, parameters;
  Bytes gradients_sent, parameters_sent;

  Exchange& operator+=(const Exchange& other) {
    gradients += other.gradients, parameters += other.parameters;
    gradients_sent += other.gradients_sent, parameters_sent += other.parameters_sent;
    return *this;
  }
};

/// Gradients one way, parameters back: reduce-scatter and all-gather under ZeRO, an all-reduce without.
Exchange exchange(double parameters, const GroupSpan& group, const Scenario& scenario) {
  if (group.size <= 1 || parameters <= 0) return {};
  const Plan& plan = scenario.plan;
  const Bytes gradients{gradient_bytes * parameters};
  if (plan.zero.value_or(0) == 0 || plan.zero.value_or(0) >= 3) {
    const CollectiveCost cost = collective_cost(Collective::all_reduce, gradients, group, scenario.cluster);
    return {cost.time, Seconds{}, cost.sent_per_gpu, Bytes{}};
  }
  const Bytes weights{(keeps_8_bit_weights(plan) ? 1 : 2) * parameters};
  const CollectiveCost scatter = collective_cost(Collective::reduce_scatter, gradients, group, scenario.cluster);
  const CollectiveCost gather = collective_cost(Collective::all_gather, weights, group, scenario.cluster);
  return {scatter.time, gather.time, scatter.sent_per_gpu, gather.sent_per_gpu};
}

/// How often a step exchanges the gradients: ZeRO-2 keeps only a shard of them between micro-batches, so that each
/// micro-batch's are reduced at once (Rajbhandari et al. 2020, section 5.2); else once.
double gradient_rounds(const Plan& plan) {
  return plan.zero.value_or(0) == 2 ? static_cast<double>(micro_batches_of(plan)) : 1;
}

/// In mirrored schedules two pipeline ranks hold each stage and sum its gradients too.
GroupSpan with_copies(GroupSpan group, const Scenario& scenario) {
  const std::int64_t copies = copies_of_model(schedule_kind(scenario.plan));
  if (copies == 1) return group;
  const GroupSpan pipeline = group_span(GroupKind::pp, scenario.cluster, scenario.plan);
  group.size *= copies;
  (pipeline.domains > 1 ? group.domains : group.in_domain) *= copies;
  group.crosses = std::max(group.crosses, pipeline.crosses);
  return group;
}

double shards_of(const Plan& plan, double group) {
  return plan.zero.value_or(0) >= 1 ? std::max(1.0, group) : 1;
}

}  // namespace

std::vector<RankTail> rank_tails(const Scenario& scenario, const std::vector<StageContent>& layout,
                                 const std::vector<StageCost>& stages, const MachineSpeed& speed) {
  const Plan& plan = scenario.plan;
  const std::vector<StageParameters> parameters = parameters_of_ranks(scenario.model, plan, layout);
  const GroupSpan dense_group = with_copies(gradient_group_span(scenario.cluster, plan), scenario);
  const GroupSpan expert_group = with_copies(expert_gradient_group_span(scenario.cluster, plan), scenario);
  const GroupSpan replicas = replica_group_span(scenario.cluster, plan);
  const ShardGroups shards = shard_groups(plan);
  const bool gathered_in_passes = plan.zero.value_or(0) >= 3;  // its traffic is in the passes already
  std::vector<RankTail> tails(parameters.size());
  for (std::size_t r = 0; r < tails.size(); ++r) {
    RankTail& tail = tails[r];
    const double experts = parameters[r].experts + parameters[r].mtp_experts;
    const double dense = parameters[r].total() - experts;
    const double shard = dense / shards_of(plan, shards.dense) + experts / shards_of(plan, shards.experts);
    const double local = gathered_in_passes ? shard : dense + experts;
    const Bytes touched{optimizer_bytes_of_shard * shard + optimizer_bytes_of_local * local};
    tail.optimizer = touched / speed.memory_rate * trouble_of(scenario).rank_factor(static_cast<std::int32_t>(r));
    Exchange sum;
    if (gathered_in_passes) {
      // Sharded over fewer GPUs than hold the weights (HSDP), gradients are summed over the replicas too.
      sum = exchange(dense / shards_of(plan, shards.dense), replicas, scenario);
    } else {
      sum = exchange(dense, dense_group, scenario);
      sum += exchange(experts, expert_group, scenario);
    }
    const double rounds = gradient_rounds(plan);
    tail.gradients = sum.gradients * rounds + sum.parameters;
    tail.sent = sum.gradients_sent * rounds + sum.parameters_sent;
    Seconds backward;  // what the exchange can hide under: the last backward pass, two where chunks interleave
    for (const std::size_t stage :
         stages_of_rank(plan, static_cast<std::int64_t>(r), static_cast<std::int64_t>(tails.size()), stages.size()))
      backward += stages[stage].times().whole_backward();
    const Seconds room = backward * std::max(rounds, plan.virtual_stages > 1 ? 2.0 : 1.0);
    Seconds overlapped;
    if (plan.overlap.dp_grad.value_or(true)) overlapped += sum.gradients * rounds;
    if (plan.overlap.dp_param.value_or(true)) overlapped += sum.parameters;
    // A tenth of what can hide shows nevertheless; what outlasts the backward shows whole.
    tail.exposed = tail.gradients - min(overlapped, room) * (1 - exposed_when_overlapped);
  }
  return tails;
}

}  // namespace shardscope
