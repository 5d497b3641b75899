#include "core/changes/what_if.h"

#include <cmath>

namespace shardscope {

namespace {

double factor_of(const HardwareFactors& factors, HardwareFigure figure) {
  const double factor = factors[index_of(figure)];
  return std::isfinite(factor) && factor > 0 ? factor : 1;
}

}  // namespace

Scenario on_hardware(Scenario scenario, const HardwareFactors& factors) {
  Cluster& cluster = scenario.cluster;
  Gpu& gpu = cluster.gpu;
  const double peak = factor_of(factors, HardwareFigure::peak);
  PeakFlops& peaks = gpu.peak_flops;
  for (std::optional<double>* figure : {&peaks.fp32, &peaks.tf32, &peaks.fp16, &peaks.bf16, &peaks.fp8, &peaks.fp4})
    if (*figure) **figure *= peak;
  if (gpu.tdp_watts) *gpu.tdp_watts *= peak;
  if (gpu.server_watts_per_gpu) *gpu.server_watts_per_gpu *= peak;
  if (cluster.watts_per_gpu_all_in) *cluster.watts_per_gpu_all_in *= peak;
  gpu.memory_bandwidth *= factor_of(factors, HardwareFigure::memory_bandwidth);
  const double memory = factor_of(factors, HardwareFigure::memory);
  gpu.memory_bytes *= memory;
  if (gpu.memory_usable_bytes) *gpu.memory_usable_bytes *= memory;
  gpu.scale_up_bandwidth *= factor_of(factors, HardwareFigure::scale_up);
  cluster.scale_out_bandwidth *= factor_of(factors, HardwareFigure::scale_out);
  gpu.efficiency.launch_seconds /= factor_of(factors, HardwareFigure::host);
  return scenario;
}

}  // namespace shardscope
