#include "core/evaluate/run_of_report.h"

#include <algorithm>

#include "core/run/range.h"
#include "core/run/run.h"

namespace shardscope {

namespace {

RunInputs run_inputs(const PlanReport& report, const Scenario& scenario) {
  RunInputs inputs{scenario, report.parameters, report.memory.checkpoint.total()};
  if (report.throughput) inputs.throughput = &*report.throughput;
  if (report.time) inputs.step = report.time->step, inputs.sent = report.time->sent;
  inputs.time_range = time_range_of(report.time);
  if (report.timeline && !report.timeline->busy.empty())
    inputs.busy = *std::max_element(report.timeline->busy.begin(), report.timeline->busy.end());
  return inputs;
}

}  // namespace

RunReport run_of_report(const PlanReport& report) {
  if (report.scenario.cluster.pools.size() < 2) return run_of(run_inputs(report, report.scenario));
  Scenario mixed = report.scenario;
  mixed.cluster.gpu = mean_gpu(mixed.cluster);
  return run_of(run_inputs(report, mixed));
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
