#include "core/evaluate/pool_headline.h"

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/evaluate/pool_stages.h"
#include "core/evaluate/pools.h"
#include "core/hardware/operation_time.h"
#include "core/memory/memory.h"
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
    const std::optional<MachineSpeed> speed =
        machine_speed(scenario.cluster.pools[i].gpu, scenario.plan, scenario.software, scenario.model.num_experts > 0);
    if (speed) sum += speed->peak.value * weights[i], all += weights[i];
  }
  return FlopsPerSecond{all > 0 ? sum / all : 0};
}

double gpus_at_work(const Plan& plan) {
  return static_cast<double>(plan.tp * plan.cp) * static_cast<double>(plan.pp) *
         static_cast<double>(plan.dp.value_or(1));
}

void show_replicas(Report& report, PoolsReport& split) {
  const std::vector<Pool>& pools = report.scenario.cluster.pools;
  std::int64_t replicas = 0;
  std::vector<double> weights;
  for (const PoolShare& share : split.shares) {
    replicas += share.replicas;
    weights.push_back(static_cast<double>(share.replicas));
  }
  const PoolShare& slowest = split.shares[split.slowest];
  const Scenario pace = pace_of_pool(report.scenario, pools[split.slowest], replicas, slowest.micro_batches);
  Report of = evaluate(pace);
  if (!of.time || !of.throughput) return;
  Scenario counted = report.scenario;
  counted.plan.dp = replicas;
  const double part = static_cast<double>(counted.plan.global_batch) / static_cast<double>(pace.plan.global_batch);
  const Flops redone = (of.throughput->hardware_flops_per_gpu - of.throughput->model_flops_per_gpu) * of.time->step *
                       (gpus_at_work(pace.plan) * part);
  report.throughput =
      throughput_of(counted, report.parameters, of.time->step, redone, mean_peak(report.scenario, weights));
  report.time = std::move(of.time);
  report.timeline = std::move(of.timeline);
  report.communication = std::move(of.communication);
  report.network = std::move(of.network);
  report.memory = std::move(of.memory);
  report.scenario = with_slowest(report.scenario, GroupKind::dp);
  for (std::size_t i = 0; i < pools.size(); ++i) {
    split.shares[i].capacity = capacity_of(pools[i]);
    if (split.shares[i].replicas == 0) continue;
    split.shares[i].memory = report.memory.peak;
    report.memory.capacity = min(report.memory.capacity, capacity_of(pools[i]));
  }
}

void show_stages(Report& report, PoolsReport& split) {
  const std::vector<Pool>& pools = report.scenario.cluster.pools;
  std::optional<StageRun> run = run_of_stages(report.scenario, split.pool_of_stage, split.stage_layers);
  if (!run) return;
  report.scenario = with_slowest(report.scenario, GroupKind::pp);
  report.scenario.plan.stage_layers = split.stage_layers;
  report.scenario.plan.pipeline_layout.reset();
  report.layout = std::move(run->layout);
  report.parameters = count_parameters(report.scenario.model, report.scenario.plan, report.layout);
  std::vector<double> weights;
  for (const PoolShare& share : split.shares) weights.push_back(static_cast<double>(share.stages));
  report.throughput = throughput_of(report.scenario, report.parameters, run->step.time.step,
                                    run->step.hardware_recompute_flops, mean_peak(report.scenario, weights));
  report.time = std::move(run->step.time);
  report.timeline = std::move(run->step.timeline);
  report.communication = std::move(run->step.communication);
  const auto pace = static_cast<std::size_t>(report.time->critical_rank);
  report.network = level_loads(
      report.communication, all_of_pool(report.scenario, pools[split.pool_of_stage[pace]]).cluster, report.time->step);
  report.memory = memory_over_step(report.scenario, report.layout, &run->schedule);
  for (std::size_t i = 0; i < pools.size(); ++i) split.shares[i].capacity = capacity_of(pools[i]);
  double fullest = -1;
  for (const StageMemory& stage : report.memory.stages) {
    PoolShare& share = split.shares[split.pool_of_stage[static_cast<std::size_t>(stage.stage)]];
    share.memory = max(share.memory, stage.total);
    const double full = stage.total / share.capacity;
    if (full <= fullest) continue;
    fullest = full;
    report.memory.peak = stage.total, report.memory.peak_stage = stage.stage, report.memory.capacity = share.capacity;
  }
}

}  // namespace

void show_split(Report& report) {
  if (!report.pools || !report.time) return;
  if (report.pools->by_stages)
    show_stages(report, *report.pools);
  else
    show_replicas(report, *report.pools);
}

Gpu mean_gpu(const Cluster& cluster) {
  Gpu mean = cluster.gpu;
  if (cluster.pools.empty()) return mean;
  double gpus = 0;
  for (const Pool& pool : cluster.pools) gpus += static_cast<double>(pool.gpus);
  for (std::optional<double> Gpu::*figure :
       {&Gpu::tdp_watts, &Gpu::server_watts_per_gpu, &Gpu::price_usd, &Gpu::rental_usd_per_hour}) {
    std::optional<double> sum = 0;
    for (const Pool& pool : cluster.pools)
      sum = sum && pool.gpu.*figure ? std::optional(*sum + *(pool.gpu.*figure) * static_cast<double>(pool.gpus) / gpus)
                                    : std::nullopt;
    mean.*figure = sum;
  }
  return mean;
}

}  // namespace shardscope
