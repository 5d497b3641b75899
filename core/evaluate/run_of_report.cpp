#include "core/evaluate/run_of_report.h"

#include <algorithm>

#include "core/run/range.h"
#include "core/scenario/prices.h"

namespace shardscope {

Scenario with_mean_gpu(Scenario scenario) {
  const Cluster& cluster = scenario.cluster;
  for (std::optional<double> Gpu::*figure :
       {&Gpu::tdp_watts, &Gpu::server_watts_per_gpu, &Gpu::price_usd, &Gpu::rental_usd_per_hour})
    scenario.cluster.gpu.*figure = mean_over_pools(cluster, figure);
  return scenario;
}

RunInputs run_inputs(const PlanReport& report, const Scenario& scenario) {
  RunInputs inputs{scenario, report.parameters, report.memory.checkpoint.total()};
  if (report.throughput) inputs.throughput = &*report.throughput;
  if (report.time) inputs.step = report.time->step, inputs.sent = report.time->sent;
  inputs.time_range = time_range_of(report.time);
  if (report.timeline && !report.timeline->busy.empty())
    inputs.busy = *std::max_element(report.timeline->busy.begin(), report.timeline->busy.end());
  return inputs;
}

RunReport run_of_report(const PlanReport& report) {
  if (!is_mixed(report.scenario.cluster)) return run_of(run_inputs(report, report.scenario));
  const Scenario mixed = with_mean_gpu(report.scenario);
  return run_of(run_inputs(report, mixed));
}

}  // namespace shardscope
