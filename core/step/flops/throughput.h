// core/step/flops: what a step computes and how fast that is. In: a scenario, the step's time. Out: FLOPs under each
// convention by name, and the rates and shares that follow: tokens per second, MFU. No time is made here.
//
// Rates of a step, and its FLOPs under each convention (flop_conventions.h): half of all quarrels over MFU are about
// which FLOPs count.
#pragma once

#include <array>

#include "core/base/units.h"
#include "core/scenario/scenario.h"
#include "core/step/flops/flop_conventions.h"
#include "core/transformer/parameter_counts.h"

namespace shardscope {

struct Throughput {
  double tokens_per_second = 0, tokens_per_second_per_gpu = 0;
  FlopsPerSecond model_flops_per_gpu, hardware_flops_per_gpu;
  FlopsPerSecond peak_flops;  // dense, of the scenario's precision: the divisor of mfu and hfu
  double mfu = 0, hfu = 0;
  struct ByConvention {
    FlopsPerSecond model_flops_per_gpu;
    double mfu = 0;
  };
  std::array<ByConvention, flops_convention_count> by_convention = {};  // indexed by FlopsConvention
};

/// `kernels`: of all GPUs in a step. Per GPU means per GPU at work
/// (tp·pp·cp·dp).
[[nodiscard]] Throughput throughput_of(const Scenario& scenario, const ParameterCounts& parameters, Seconds step,
                                       const KernelFlops& kernels, FlopsPerSecond peak);

}  // namespace shardscope
