#include "core/evaluate/run_of_report.h"

#include <algorithm>

#include "core/evaluate/pool_headline.h"
#include "core/run/range.h"
#include "core/run/run.h"

namespace shardscope {

namespace {

RunInputs run_inputs(const Report& report, const Scenario& scenario) {
  RunInputs inputs{scenario, report.parameters, report.memory.checkpoint.total()};
  inputs.communication = report.communication;
  if (report.throughput) inputs.throughput = &*report.throughput;
  if (report.time) inputs.step = report.time->step;
  inputs.time_range = time_range_of(report.time);
  if (report.timeline && !report.timeline->busy.empty())
    inputs.busy = *std::max_element(report.timeline->busy.begin(), report.timeline->busy.end());
  return inputs;
}

}  // namespace

RunReport run_of_report(const Report& report) {
  if (report.scenario.cluster.pools.size() < 2) return run_of(run_inputs(report, report.scenario));
  Scenario mixed = report.scenario;
  mixed.cluster.gpu = mean_gpu(mixed.cluster);
  return run_of(run_inputs(report, mixed));
}

}  // namespace shardscope
