// The rates a GPU reaches in a plan's precision with a framework's kernels.
#include <algorithm>
#include <string_view>
#include <vector>

#include "core/base/elementary.h"
#include "core/base/number_lists.h"
#include "core/base/saturating.h"
#include "core/hardware/operation_time.h"
#include "core/scenario/gpu_family.h"

namespace shardscope {

namespace {

/// Mixtures of experts on Blackwell, whose kernels were new, gained more than dense models and those on older GPUs.
double compute_factor(const KernelTraits& software, const Constants& constants, bool new_kernels) {
  const double gain = new_kernels ? constants.moe_gain_per_year : constants.dense_gain_per_year;
  return factor_of(constants, software.factor) * power(gain, software.years_after_2025);
}

/// Of products in 16 bits; a recipe whose products are wider has its own.
std::optional<double> peak_16bit(const PeakFlops& peaks, Precision precision) {
  if (facts_of(precision).product_bits == 32) return peak_of(peaks, precision);
  return precision == Precision::fp16 || !peaks.bf16 ? peaks.fp16 : peaks.bf16;
}

/// A Hopper limited below its usual 700 W lowers its clock.
double power_factor(const Gpu& gpu, double peak_16, const Constants& constants) {
  if (!facts_of(gpu.family).bound_by_power || !gpu.tdp_watts || *gpu.tdp_watts <= 0) return 1;
  const double usual = peak_16 * constants.hopper_joules_per_flop;
  return std::min(1.0, power(*gpu.tdp_watts / usual, constants.power_exponent));
}

/// The framework's attention kernel against Transformer Engine's.
double attention_factor(const Gpu& gpu, const AttentionRates& rates, const Constants& constants) {
  return factor_of(constants, rates.*facts_of(gpu.family).attention);
}

/// What a framework's kernels take, each against Transformer Engine's of 2025.
struct KernelFactors {
  double attention = 1, compute = 1, memory = 1, cross_entropy = 1, clamped_glu = 1;
};

KernelFactors factors_of(const KernelTraits& kernels, const Gpu& gpu, bool experts, const Constants& constants) {
  return {attention_factor(gpu, kernels.attention, constants),
          compute_factor(kernels, constants, experts && facts_of(gpu.family).experts_were_new),
          factor_of(constants, kernels.memory_factor), constants.*kernels.loss_bytes / constants.loss_bytes,
          factor_of(constants, kernels.clamped_glu)};
}

/// Of a laboratory's own framework, figure by figure the median of those that were measured in its year.
KernelFactors factors_of(const Software& software, const Gpu& gpu, bool experts, const Constants& constants) {
  const KernelTraits kernels = traits_of(software).kernels;
  if (!kernels.as_measured) return factors_of(kernels, gpu, experts, constants);
  std::vector<KernelFactors> measured;
  for (const Software& other : measured_in(software.year))
    measured.push_back(factors_of(traits_of(other).kernels, gpu, experts, constants));
  KernelFactors own;
  for (double KernelFactors::*figure : {&KernelFactors::attention, &KernelFactors::compute, &KernelFactors::memory,
                                        &KernelFactors::cross_entropy, &KernelFactors::clamped_glu}) {
    std::vector<double> values;
    for (const KernelFactors& each : measured) values.push_back(each.*figure);
    own.*figure = median(std::move(values));
  }
  return own;
}

/// By what one's own runs say. Experts' and unfused products are made of the GPU's rate and a share of their own.
void calibrate(MachineSpeed& speed, const Calibration& own) {
  if (!own.stands()) return;
  const double products = own.factor(CalibratedConstant::products);
  const double low = speed.low_precision ? own.factor(CalibratedConstant::low_products) : products;
  const double waits = own.factor(CalibratedConstant::waits), attention = own.factor(CalibratedConstant::attention);
  speed.matrix = speed.matrix / low;
  speed.matrix_16bit = speed.matrix_16bit / products;
  speed.constants.grouped_gain *= low / own.factor(CalibratedConstant::grouped);
  speed.attention = speed.attention / attention;
  speed.attention_unfused = speed.attention_unfused / attention;
  speed.memory_rate = speed.memory_rate / own.factor(CalibratedConstant::memory_bound);
  speed.launch_without_graphs = speed.launch_without_graphs * waits;
  speed.launch = speed.launch * waits;
  speed.constants.moe_sync_seconds *= waits;
  speed.compute_factor *= own.factor(CalibratedConstant::software);
}

}  // namespace

std::optional<MachineSpeed> machine_speed(const Gpu& gpu, const Plan& plan, const Software& software, bool experts,
                                          const Constants& constants) {
  const PrecisionFacts recipe = facts_of(plan.precision);
  const std::optional<double> peak = peak_of(gpu.peak_flops, plan.precision);
  const std::optional<double> peak_16 = peak_16bit(gpu.peak_flops, plan.precision);
  if (!peak || !peak_16 || *peak <= 0 || *peak_16 <= 0 || gpu.memory_bandwidth <= 0) return std::nullopt;
  const Efficiency& reached = gpu.efficiency;
  MachineSpeed speed;
  speed.constants = constants;
  const KernelTraits& kernels = speed.software = traits_of(software).kernels;
  const KernelFactors factors = factors_of(software, gpu, experts, constants);
  speed.peak = FlopsPerSecond{*peak};
  speed.peak_16bit = FlopsPerSecond{*peak_16};
  speed.low_precision = recipe.product_bits < 16;
  const double share = recipe.product_bits == 8   ? reached.matrix_8bit
                       : recipe.product_bits == 4 ? reached.matrix_4bit
                                                  : reached.matrix_16bit;
  const double clock = power_factor(gpu, *peak_16, constants);
  speed.matrix = speed.peak * (share * clock);
  speed.matrix_16bit = speed.peak_16bit * (reached.matrix_16bit * clock);
  speed.attention = speed.peak_16bit * (clock * reached.attention * factors.attention);
  speed.attention_unfused = speed.matrix_16bit * constants.unfused_product_rate;
  speed.memory_rate = BytesPerSecond{gpu.memory_bandwidth * reached.memory};
  speed.bytes_per_value = recipe.product_bits / 8.0;
  speed.result_bytes = recipe.value.bytes;
  speed.cast_forward_bytes = recipe.cast_forward, speed.cast_backward_bytes = recipe.cast_backward;
  speed.multiprocessors = degree(gpu.multiprocessors);
  speed.launch_without_graphs =
      Seconds{reached.launch_seconds * (kernels.old_launches ? constants.old_launch_factor : 1)};
  speed.launch = speed.launch_without_graphs * (plan.cuda_graphs ? constants.graphs_launch_factor : 1);
  speed.compute_factor = factors.compute;
  speed.memory_factor = factors.memory;
  speed.cross_entropy_factor = factors.cross_entropy;
  speed.clamped_glu_share = factors.clamped_glu;
  calibrate(speed, gpu.calibration);
  return speed;
}

std::optional<MachineSpeed> machine_speed(const Scenario& scenario, const Gpu& gpu) {
  const Cluster& cluster = scenario.cluster;
  std::optional<MachineSpeed> speed =
      machine_speed(gpu, scenario.plan, scenario.software, has_experts(scenario.model), cluster.constants);
  if (!speed) return speed;
  speed->work = cluster.work;
  const double launches = cluster.work[WorkKind::launches];
  speed->launch = speed->launch * launches;
  speed->launch_without_graphs = speed->launch_without_graphs * launches;
  speed->constants.moe_sync_seconds *= launches;
  return speed;
}

std::optional<MachineSpeed> machine_speed(const Scenario& scenario) {
  return machine_speed(scenario, scenario.cluster.gpu);
}

}  // namespace shardscope
