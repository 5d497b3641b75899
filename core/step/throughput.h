// Rates of a step, and its FLOPs under each convention (flop_conventions.h): half of all quarrels over MFU are about
// which FLOPs count.
#pragma once

#include "core/report/report.h"

namespace shardscope {

/// `recompute` is what the hardware runs again in a step, over all GPUs. Per GPU means per GPU at work (tp·pp·cp·dp).
[[nodiscard]] Throughput throughput_of(const Scenario& scenario, const ParameterCounts& parameters, Seconds step,
                                       Flops recompute, FlopsPerSecond peak);

}  // namespace shardscope
