// The training run of a report's step: what evaluate() ends with, and what is made anew alone where only the run
// changed.
#pragma once

#include "core/report/report.h"

namespace shardscope {

/// Of a mixed cluster power and money are the pools' mean.
[[nodiscard]] RunReport run_of_report(const PlanReport& report);

/// The GPU that power and money count for a mixed cluster: watts and prices are the pools' mean, unknown where a pool's
/// are.
[[nodiscard]] Gpu mean_gpu(const Cluster& cluster);

}  // namespace shardscope
