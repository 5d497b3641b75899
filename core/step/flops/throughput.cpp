#include "core/step/flops/throughput.h"

#include "core/scenario/plan_counts.h"
#include "core/step/flops/flop_conventions.h"

namespace shardscope {

Throughput throughput_of(const Scenario& scenario, const ParameterCounts& parameters, Seconds step,
                         const KernelFlops& kernels, FlopsPerSecond peak) {
  const Plan& plan = scenario.plan;
  const auto gpus = static_cast<double>(gpus_at_work(plan));
  Throughput throughput;
  throughput.tokens_per_second = tokens_of_step(plan) / step.value;
  throughput.tokens_per_second_per_gpu = throughput.tokens_per_second / gpus;
  throughput.peak_flops = peak;
  const auto flops = model_flops_by_convention(scenario, parameters);
  for (std::size_t i = 0; i < throughput.by_convention.size(); ++i) {
    Throughput::ByConvention& entry = throughput.by_convention[i];
    entry.model_flops_per_gpu = flops[i] / step / gpus;
    entry.mfu = entry.model_flops_per_gpu / peak;
  }
  throughput.model_flops_per_gpu = flops.at(index_of(scenario.flops_convention)) / step / gpus;
  throughput.mfu = throughput.model_flops_per_gpu / peak;
  throughput.hardware_flops_per_gpu = hardware_flops(scenario, parameters, kernels) / step / gpus;
  throughput.hfu = throughput.hardware_flops_per_gpu / peak;
  return throughput;
}

}  // namespace shardscope
