// The rates a GPU reaches in a plan's precision with a framework's kernels.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/hardware/constants.h"
#include "core/hardware/operation_time.h"

namespace shardscope {

namespace {

/// Bytes that an 8- or 4-bit recipe moves for casts and scales, an element of a product's input (forward) and of its
/// output's gradient (backward).
struct Recipe {
  double bits = 16;
  double cast_forward = 0, cast_backward = 0;
};

Recipe recipe_of(Precision precision) {
  switch (precision) {
    case Precision::fp8_delayed:
      return {8, 1.5, 3};
    case Precision::fp8:
    case Precision::fp8_cs:
    case Precision::fp8_tensorwise:
      return {8, 5, 6};
    case Precision::fp8_rowwise:
      return {8, 14, 20};
    case Precision::fp8_blockwise:
    case Precision::mxfp8:
      return {8, 4, 5};
    case Precision::nvfp4:
      return {4, 8, 12};
    case Precision::tf32:
    case Precision::fp32:
      return {32, 0, 0};
    case Precision::bf16:
    case Precision::fp16:
      return {};
  }
  return {};
}

std::optional<double> peak_of(const PeakFlops& peaks, Precision precision, double bits) {
  if (bits == 8) return peaks.fp8;
  if (bits == 4) return peaks.fp4;
  if (precision == Precision::fp32) return peaks.fp32;
  if (precision == Precision::tf32) return peaks.tf32;
  return precision == Precision::fp16 ? peaks.fp16 : peaks.bf16;
}

bool is_megatron(Framework framework) {
  return framework == Framework::megatron_core || framework == Framework::megatron_lm;
}

bool is_family(const Gpu& gpu, std::string_view word) {
  return gpu.family.find(word) != std::string::npos;
}

/// Kernels get faster from release to release; counted from 2025, back to 2023 (older ones have terms of their own).
/// Mixtures of experts on Blackwell, whose kernels were new, gained more than dense models and those on older GPUs.
double compute_factor(const Software& software, bool experts, bool blackwell) {
  switch (software.framework) {
    case Framework::megatron_core:
    case Framework::megatron_lm:
      if (software.year <= 2023) return 1;
      return std::pow(experts && blackwell ? constants::moe_gain_a_year : constants::dense_gain_a_year,
                      std::min(software.year, 2027.0) - 2025);
    case Framework::megatron_deepspeed:
      return software.year < 2023 ? constants::bigscience_factor : 1;
    case Framework::maxtext:
      return constants::maxtext_factor;
    case Framework::torchtitan:
    case Framework::llm_foundry:
    case Framework::own:
    case Framework::other:
      return 1;
  }
  return 1;
}

double memory_factor(Framework framework) {
  if (framework == Framework::llm_foundry) return constants::llm_foundry_memory_factor;
  return framework == Framework::torchtitan ? constants::torchtitan_memory_factor : 1;
}

/// Bytes that the loss moves a logit, against Transformer Engine's.
double cross_entropy_factor(Framework framework, bool old) {
  double bytes = constants::loss_bytes;
  if (old) bytes = constants::old_loss_bytes;
  if (framework == Framework::llm_foundry) bytes = constants::llm_foundry_loss_bytes;
  if (framework == Framework::torchtitan) bytes = constants::torchtitan_loss_bytes;
  return bytes / constants::loss_bytes;
}

/// A Hopper limited below its usual 700 W lowers its clock.
double power_factor(const Gpu& gpu, double peak_16) {
  if (!is_family(gpu, "Hopper") || !gpu.tdp_watts || *gpu.tdp_watts <= 0) return 1;
  const double usual = peak_16 * constants::hopper_joules_a_flop;
  return std::min(1.0, std::pow(*gpu.tdp_watts / usual, constants::power_exponent));
}

/// The attention kernel that the framework uses against Transformer Engine's.
double attention_kernel(const Gpu& gpu, Framework framework) {
  if (framework == Framework::torchtitan)
    return is_family(gpu, "Blackwell") ? constants::torch_attention_blackwell
           : is_family(gpu, "Hopper")  ? constants::torch_attention_hopper
                                       : 1;
  if (framework == Framework::llm_foundry)
    return is_family(gpu, "Hopper") ? constants::llm_foundry_attention_hopper : constants::llm_foundry_attention;
  return 1;
}

}  // namespace

std::optional<MachineSpeed> machine_speed(const Gpu& gpu, const Plan& plan, const Software& software, bool experts) {
  const Recipe recipe = recipe_of(plan.precision);
  const std::optional<double> peak = peak_of(gpu.peak_flops, plan.precision, recipe.bits);
  const bool wide = recipe.bits == 32;
  const std::optional<double> peak_16 = wide                                ? peak
                                        : plan.precision == Precision::fp16 ? gpu.peak_flops.fp16
                                        : gpu.peak_flops.bf16               ? gpu.peak_flops.bf16
                                                                            : gpu.peak_flops.fp16;
  if (!peak || !peak_16 || *peak <= 0 || *peak_16 <= 0 || gpu.memory_bandwidth <= 0) return std::nullopt;
  const Efficiency& reached = gpu.efficiency;
  MachineSpeed speed;
  speed.peak = FlopsPerSecond{*peak};
  speed.peak_16bit = FlopsPerSecond{*peak_16};
  speed.low_precision = recipe.bits < 16;
  const double share = recipe.bits == 8   ? reached.matrix_8bit
                       : recipe.bits == 4 ? reached.matrix_4bit
                                          : reached.matrix_16bit;
  const double clock = power_factor(gpu, *peak_16);
  speed.matrix = speed.peak * (share * clock);
  speed.matrix_16bit = speed.peak_16bit * (reached.matrix_16bit * clock);
  speed.attention = speed.peak_16bit * (clock * reached.attention * attention_kernel(gpu, software.framework));
  speed.attention_unfused = speed.matrix_16bit * constants::unfused_product_rate;
  speed.memory_rate = BytesPerSecond{gpu.memory_bandwidth * reached.memory};
  speed.bytes_per_value = recipe.bits / 8;
  speed.cast_forward_bytes = recipe.cast_forward;
  speed.cast_backward_bytes = recipe.cast_backward;
  speed.multiprocessors = static_cast<double>(std::max<std::int64_t>(1, gpu.multiprocessors));
  const bool old =
      software.year <= 2023 && (is_megatron(software.framework) || software.framework == Framework::megatron_deepspeed);
  speed.launch_without_graphs = Seconds{reached.launch_seconds * (old ? constants::old_launch_factor : 1)};
  speed.launch = speed.launch_without_graphs * (plan.cuda_graphs ? constants::graphs_launch_factor : 1);
  speed.compute_factor = compute_factor(software, experts, is_family(gpu, "Blackwell"));
  speed.memory_factor = memory_factor(software.framework);
  speed.cross_entropy_factor = cross_entropy_factor(software.framework, old);
  const bool fused_clamp = is_megatron(software.framework) && software.year >= constants::year_of_fused_clamp;
  speed.clamped_glu_share = fused_clamp ? constants::fused_clamp_share : 1;
  speed.small_heads_in_full = software.framework == Framework::llm_foundry;
  return speed;
}

std::optional<MachineSpeed> machine_speed(const Scenario& scenario) {
  return machine_speed(scenario.cluster.gpu, scenario.plan, scenario.software, scenario.model.num_experts > 0);
}

}  // namespace shardscope
