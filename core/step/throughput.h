// Rates of a step, and its FLOPs under each convention (flop_conventions.h): half of all quarrels over MFU are about
// which FLOPs count.
#pragma once

#include <array>

#include "core/report.h"
#include "core/scenario/flops_conventions.h"

namespace shardscope {

/// `recompute` is what the hardware runs again in a step, over all GPUs. Per GPU means per GPU at work (tp·pp·cp·dp).
[[nodiscard]] Throughput throughput_of(const Scenario& scenario, const ParameterCounts& parameters, Seconds step,
                                       Flops recompute, FlopsPerSecond peak);

/// The same step under every convention, indexed by it; zeros where the step's time isn't known.
using CountedRates = std::array<Throughput::ByConvention, flops_conventions::count>;
[[nodiscard]] CountedRates by_every_convention(const Report& report);

}  // namespace shardscope
