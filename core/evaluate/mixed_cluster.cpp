#include "core/evaluate/mixed_cluster.h"

#include <algorithm>

#include "core/evaluate/plan_report.h"
#include "core/evaluate/pool_stages.h"
#include "core/evaluate/pools.h"
#include "core/hardware/operation_time.h"
#include "core/memory/memory.h"
#include "core/scenario/plan_counts.h"
#include "core/step/level_loads.h"
#include "core/step/throughput.h"

namespace shardscope {

namespace {

Bytes capacity_of(const Pool& pool) {
  return Bytes{pool.gpu.capacity_bytes()};
}

/// Dense peak of the plan's precision, the mean over pools with these weights.
FlopsPerSecond mean_peak(const Scenario& scenario, const std::vector<double>& weights) {
  double sum = 0, all = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::optional<MachineSpeed> speed = machine_speed(scenario, scenario.cluster.pools[i].gpu);
    if (speed) sum += speed->peak.value * weights[i], all += weights[i];
  }
  return FlopsPerSecond{all > 0 ? sum / all : 0};
}

/// Of a replica of the pool that the others wait for; rates are of the whole batch. `first` counts all GPUs as the
/// first pool's.
PooledReport shared_by_replicas(PlanReport first, PoolsReport split) {
  const std::vector<Pool> pools = first.scenario.cluster.pools;
  std::int64_t replicas = 0;
  std::vector<double> weights;
  for (const PoolShare& share : split.shares) {
    replicas += share.replicas;
    weights.push_back(static_cast<double>(share.replicas));
  }
  const PoolShare& slowest = split.shares[split.slowest];
  const Scenario pace = pace_of_pool(first.scenario, pools[split.slowest], replicas, slowest.micro_batches);
  PlanReport shared = evaluate_plan(pace);
  if (!shared.time || !shared.throughput) return {std::move(first), std::move(split), {}};
  Scenario counted = first.scenario;
  counted.plan.dp = replicas;
  const double part = static_cast<double>(counted.plan.global_batch) / static_cast<double>(pace.plan.global_batch);
  const Flops redone = (shared.throughput->hardware_flops_per_gpu - shared.throughput->model_flops_per_gpu) *
                       shared.time->step * (static_cast<double>(gpus_at_work(pace.plan)) * part);
  shared.throughput =
      throughput_of(counted, first.parameters, shared.time->step, redone, mean_peak(first.scenario, weights));
  shared.scenario = with_slowest(first.scenario, GroupKind::dp);
  shared.problems = std::move(first.problems), shared.valid = first.valid;
  shared.layout = std::move(first.layout), shared.parameters = first.parameters;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    split.shares[i].capacity = capacity_of(pools[i]);
    if (split.shares[i].replicas == 0) continue;
    split.shares[i].memory = shared.memory.peak;
    shared.memory.capacity = min(shared.memory.capacity, capacity_of(pools[i]));
  }
  return {std::move(shared), std::move(split), {}};
}

/// Of the GPU with least room left, and what each share's fullest GPU holds.
void count_memory(MemoryReport& memory, PoolsReport& split, const std::vector<Pool>& pools) {
  for (std::size_t i = 0; i < pools.size(); ++i) split.shares[i].capacity = capacity_of(pools[i]);
  double fullest = -1;
  for (const StageMemory& stage : memory.stages) {
    PoolShare& share = split.shares[split.pool_of_stage[static_cast<std::size_t>(stage.stage)]];
    share.memory = max(share.memory, stage.total);
    const double full = stage.total / share.capacity;
    if (full <= fullest) continue;
    fullest = full;
    memory.peak = stage.total, memory.peak_stage = stage.stage, memory.capacity = share.capacity;
  }
}

/// Of the split's own stages, each on its pool's GPUs.
PooledReport shared_by_stages(PlanReport first, PoolsReport split) {
  const std::vector<Pool> pools = first.scenario.cluster.pools;
  std::optional<StageRun> run = run_of_stages(first.scenario, split.pool_of_stage, split.stage_layers);
  if (!run) return {std::move(first), std::move(split), {}};
  PlanReport shared;
  shared.scenario = with_slowest(first.scenario, GroupKind::pp);
  shared.scenario.plan.stage_layers = split.stage_layers;
  shared.scenario.plan.pipeline_layout.reset();
  shared.problems = std::move(first.problems), shared.valid = first.valid;
  shared.layout = std::move(run->layout);
  shared.parameters = count_parameters(shared.scenario.model, shared.scenario.plan, shared.layout);
  std::vector<double> weights;
  for (const PoolShare& share : split.shares) weights.push_back(static_cast<double>(share.stages));
  shared.throughput = throughput_of(shared.scenario, shared.parameters, run->step.time.step,
                                    run->step.hardware_recompute_flops, mean_peak(shared.scenario, weights));
  shared.time = std::move(run->step.time);
  shared.timeline = std::move(run->step.timeline);
  shared.communication = std::move(run->step.communication);
  const auto pace = static_cast<std::size_t>(shared.time->critical_rank);
  shared.network = level_loads(
      shared.communication, all_of_pool(shared.scenario, pools[split.pool_of_stage[pace]]).cluster, shared.time->step);
  shared.memory = memory_over_step(shared.scenario, shared.layout, &run->schedule);
  count_memory(shared.memory, split, pools);
  return {std::move(shared), std::move(split), {}};
}

}  // namespace

PooledReport evaluate_in_pools(const Scenario& scenario) {
  PlanReport plan = evaluate_plan(scenario);
  if (plan.scenario.cluster.pools.size() < 2 || !plan.time) return {std::move(plan), {}, {}};
  std::optional<PoolsReport> split = best_pool_split(plan.scenario);
  if (!split) {
    const PoolsRefusal why = {why_no_replicas(plan.scenario), why_no_stages(plan.scenario)};
    return {std::move(plan), {}, why};
  }
  return split->by_stages ? shared_by_stages(std::move(plan), std::move(*split))
                          : shared_by_replicas(std::move(plan), std::move(*split));
}

}  // namespace shardscope
