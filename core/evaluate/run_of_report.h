// The training run of a report's step: what evaluate() ends with, and what is made anew alone where only the run
// changed.
#pragma once

#include "core/report/report.h"
#include "core/run/run.h"

namespace shardscope {

/// Of a mixed cluster power and money are the pools' mean.
[[nodiscard]] RunReport run_of_report(const PlanReport& report);

/// With the GPU that power and money count for a mixed cluster: watts and prices are the pools' mean.
[[nodiscard]] Scenario with_mean_gpu(Scenario scenario);

/// What the run is made of, with a scenario like the report's, as run_of_report() takes it: with_mean_gpu(). Both have
/// to outlive it.
[[nodiscard]] RunInputs run_inputs(const PlanReport& report, const Scenario& scenario);

}  // namespace shardscope
