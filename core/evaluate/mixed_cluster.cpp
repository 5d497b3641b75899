#include "core/evaluate/mixed_cluster.h"

#include <algorithm>

#include "core/evaluate/plan_report.h"
#include "core/evaluate/pool_stages.h"
#include "core/evaluate/pools.h"
#include "core/hardware/operation_time.h"
#include "core/memory/memory.h"
#include "core/step/flops/throughput.h"
#include "core/step/kernel_flops.h"
#include "core/step/level_loads.h"

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

/// The same on GPUs that have so much.
MemoryReport within(MemoryReport memory, Bytes capacity) {
  memory.capacity = capacity;
  return memory;
}

/// As the stage has it whose GPU has least left.
MemoryReport of_fullest(MemoryReport memory, const PoolsReport& split) {
  double fullest = -1;
  for (const StageMemory& stage : memory.stages) {
    const Bytes capacity = split.shares[split.pool_of_stage[static_cast<std::size_t>(stage.stage)]].capacity;
    const double full = stage.total / capacity;
    if (full <= fullest) continue;
    fullest = full;
    memory.peak = stage.total, memory.peak_stage = stage.stage, memory.capacity = capacity;
  }
  return memory;
}

/// A pool's replica as it shares the batch.
Scenario replica_of(const Scenario& filled, const PoolsReport& split, std::size_t pool) {
  std::int64_t replicas = 0;
  for (const PoolShare& share : split.shares) replicas += share.replicas;
  return pace_of_pool(filled, filled.cluster.pools[pool], replicas, split.shares[pool].micro_batches);
}

/// The split with what each pool's GPUs have, and what the fullest of them holds: `held` of each that holds anything.
PoolsReport with_memory(PoolsReport split, const std::vector<Pool>& pools, const std::vector<Bytes>& held) {
  for (std::size_t i = 0; i < pools.size(); ++i)
    split.shares[i].capacity = capacity_of(pools[i]), split.shares[i].memory = held[i];
  return split;
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
  const Scenario pace = replica_of(first.scenario, split, split.slowest);
  PlanReport paced = evaluate_plan(pace);
  if (!paced.time || !paced.throughput) return {std::move(first), std::move(split), {}};
  Scenario counted = first.scenario;
  counted.plan.dp = replicas;
  const double part = static_cast<double>(counted.plan.global_batch) / static_cast<double>(pace.plan.global_batch);
  const KernelFlops kernels = kernel_flops(paced.scenario, paced.layout) * part;
  const Throughput throughput =
      throughput_of(counted, first.parameters, paced.time->step, kernels, mean_peak(first.scenario, weights));
  // Pools differ in micro-batches, of which some schedules hold all, and in capacity.
  std::vector<Bytes> held(pools.size());
  MemoryReport memory = within(paced.memory, capacity_of(pools[split.slowest]));
  for (std::size_t i = 0; i < pools.size(); ++i) {
    if (split.shares[i].replicas == 0) continue;
    MemoryReport own = i == split.slowest ? within(paced.memory, capacity_of(pools[i]))
                                          : evaluate_plan(replica_of(first.scenario, split, i)).memory;
    held[i] = own.peak;
    if (own.peak / own.capacity > memory.peak / memory.capacity) memory = std::move(own);
  }
  PlanReport shared{.scenario = with_slowest(first.scenario, GroupKind::dp),
                    .problems = std::move(first.problems),
                    .valid = first.valid,
                    .layout = std::move(first.layout),
                    .parameters = first.parameters,
                    .memory = std::move(memory),
                    .time = std::move(paced.time),
                    .timeline = std::move(paced.timeline),
                    .throughput = throughput,
                    .communication = std::move(paced.communication),
                    .network = std::move(paced.network)};
  return {std::move(shared), with_memory(std::move(split), pools, held), {}};
}

/// Of the split's own stages, each on its pool's GPUs.
PooledReport shared_by_stages(PlanReport first, PoolsReport split) {
  const std::vector<Pool> pools = first.scenario.cluster.pools;
  std::optional<StageRun> run = run_of_stages(first.scenario, split.pool_of_stage, split.stage_layers);
  if (!run) return {std::move(first), std::move(split), {}};
  const Scenario scenario = with_slowest(first.scenario, GroupKind::pp);
  const ParameterCounts parameters = count_parameters(scenario.model, scenario.plan, run->layout);
  std::vector<double> weights;
  for (const PoolShare& share : split.shares) weights.push_back(static_cast<double>(share.stages));
  const Throughput throughput =
      throughput_of(scenario, parameters, run->step.time.step, run->step.kernel_flops, mean_peak(scenario, weights));
  const Pool& pace = pools[split.pool_of_stage[static_cast<std::size_t>(run->step.time.critical_rank)]];
  std::vector<LevelLoad> network =
      level_loads(run->step.time.sent, all_of_pool(scenario, pace).cluster, run->step.time.step);
  MemoryReport memory = memory_over_step(scenario, run->layout, &run->schedule);
  std::vector<Bytes> held(pools.size());
  for (const StageMemory& stage : memory.stages) {
    Bytes& fullest = held[split.pool_of_stage[static_cast<std::size_t>(stage.stage)]];
    fullest = max(fullest, stage.total);
  }
  split = with_memory(std::move(split), pools, held);
  PlanReport shared{.scenario = scenario,
                    .problems = std::move(first.problems),
                    .valid = first.valid,
                    .layout = std::move(run->layout),
                    .parameters = parameters,
                    .memory = of_fullest(std::move(memory), split),
                    .time = std::move(run->step.time),
                    .timeline = std::move(run->step.timeline),
                    .throughput = throughput,
                    .communication = std::move(run->step.communication),
                    .network = std::move(network)};
  return {std::move(shared), std::move(split), {}};
}

}  // namespace

PooledReport evaluate_in_pools(const Scenario& scenario, const std::stop_token& stop) {
  PlanReport plan = evaluate_plan(scenario, Detail::whole, stop);
  if (!is_mixed(plan.scenario.cluster) || !plan.time) return {std::move(plan), {}, {}};
  std::optional<PoolsReport> split = best_pool_split(plan.scenario);
  if (!split) {
    const auto said = [](std::string_view why) { return why.empty() ? "a pool's step can't be computed" : why; };
    const PoolsRefusal why = {said(why_no_replicas(plan.scenario)), said(why_no_stages(plan.scenario))};
    return {std::move(plan), {}, why};
  }
  return split->by_stages ? shared_by_stages(std::move(plan), std::move(*split))
                          : shared_by_replicas(std::move(plan), std::move(*split));
}

}  // namespace shardscope
