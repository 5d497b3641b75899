#include "tests/fit/fitted.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/hardware/constants.h"

namespace shardscope::fit {

namespace {

constexpr double shared_spread = 0.5, gpu_spread = 0.15;
// Of a yearly gain, which is compounded over up to five years: fitted on few years it would run away on others.
constexpr double yearly_spread = 0.1;

struct GpuPrior {
  const char* family;
  double matrix_16bit, matrix_8bit, matrix_4bit;
};

// Best and 8k shapes of published matrix-product benchmarks, less for sustained power.
constexpr GpuPrior gpu_priors[] = {{"Volta", 0.70, 0, 0},
                                   {"Ampere", 0.80, 0, 0},
                                   {"Hopper", 0.75, 0.62, 0},
                                   {"Blackwell", 0.68, 0.62, 0.45},
                                   {"Blackwell Ultra", 0.70, 0.65, 0.36}};

/// Priors: factors 1, a kernel as its microbenchmarks have it, halves where nothing is known.
std::vector<Fitted> shared_constants() {
  namespace c = constants;
  const auto shared = [](const char* name, double& value, double prior, double spread = shared_spread) {
    return Fitted{name, value, prior, spread, &value, {}, nullptr};
  };
  return {shared("product_size_term", c::product_size_term, 600),
          shared("grouped_gain", c::grouped_gain, 1.2),
          shared("attention_backward_rate", c::attention_backward_rate, 0.8),
          shared("odd_head_rate", c::odd_head_rate, 0.2),
          shared("old_launch_factor", c::old_launch_factor, 3),
          shared("moe_sync_seconds", c::moe_sync_seconds, 100e-6),
          shared("expert_launch_factor", c::expert_launch_factor, 1.5),
          shared("expert_graphs_share", c::expert_graphs_share, 0.25),
          shared("moe_host_elsewhere", c::moe_host_elsewhere, 0.5),
          shared("network_rate", c::network_rate, 0.9),
          shared("gathered_kernels", c::gathered_kernels, 1.05),
          shared("llm_foundry_attention", c::llm_foundry_attention, 0.8),
          shared("llm_foundry_attention_hopper", c::llm_foundry_attention_hopper, 0.65),
          shared("power_exponent", c::power_exponent, 0.4),
          shared("dense_gain_a_year", c::dense_gain_a_year, 1, yearly_spread),
          shared("moe_gain_a_year", c::moe_gain_a_year, 1, yearly_spread),
          shared("bigscience_factor", c::bigscience_factor, 1),
          shared("maxtext_factor", c::maxtext_factor, 1),
          shared("llm_foundry_memory_factor", c::llm_foundry_memory_factor, 1),
          shared("torchtitan_memory_factor", c::torchtitan_memory_factor, 1)};
}

struct Matrix {
  const char* name;
  double Efficiency::*efficiency;
  double GpuPrior::*prior;
  bool (*used)(Precision);
};

bool is_4bit(Precision precision) {
  return precision == Precision::nvfp4;
}
bool is_8bit(Precision precision) {
  return precision >= Precision::fp8 && !is_4bit(precision);
}
bool is_any(Precision) {
  return true;  // logits and attention's own products stay at 16 bits
}

constexpr Matrix matrices[] = {{"matrix_16bit", &Efficiency::matrix_16bit, &GpuPrior::matrix_16bit, is_any},
                               {"matrix_8bit", &Efficiency::matrix_8bit, &GpuPrior::matrix_8bit, is_8bit},
                               {"matrix_4bit", &Efficiency::matrix_4bit, &GpuPrior::matrix_4bit, is_4bit}};

}  // namespace

std::vector<Fitted> fitted_constants(const std::vector<MeasuredRun>& runs) {
  std::vector<Fitted> constants = shared_constants();
  for (const Matrix& matrix : matrices) {
    std::map<std::tuple<std::string, double>, Fitted> found;
    for (const MeasuredRun& run : runs) {
      if (!run.scenario || !run.measured[index_of(MeasuredField::step_seconds)]) continue;
      const Gpu& gpu = run.scenario->cluster.gpu;
      const auto prior = std::find_if(std::begin(gpu_priors), std::end(gpu_priors),
                                      [&](const GpuPrior& each) { return gpu.family == each.family; });
      if (prior == std::end(gpu_priors) || !matrix.used(run.scenario->plan.precision)) continue;
      const double value = gpu.efficiency.*matrix.efficiency;
      Fitted& constant = found[{gpu.family, value}];
      constant.shipped = value, constant.prior = (*prior).*matrix.prior, constant.spread = gpu_spread;
      constant.efficiency = matrix.efficiency;
      if (std::find(constant.gpus.begin(), constant.gpus.end(), gpu.preset) == constant.gpus.end())
        constant.gpus.push_back(gpu.preset);
    }
    for (auto& [key, constant] : found) {
      std::sort(constant.gpus.begin(), constant.gpus.end());
      for (const std::string& gpu : constant.gpus) constant.name += gpu + " ";
      constant.name += matrix.name;
      constants.push_back(constant);
    }
  }
  return constants;
}

Values shipped_values(const std::vector<Fitted>& constants) {
  Values values;
  for (const Fitted& constant : constants) values.push_back(constant.shipped);
  return values;
}

void set_values(const std::vector<Fitted>& constants, const Values& values, std::vector<MeasuredRun>& runs) {
  for (std::size_t i = 0; i < constants.size(); ++i) {
    const Fitted& constant = constants[i];
    if (constant.shared != nullptr) {
      *constant.shared = values[i];
      continue;
    }
    for (MeasuredRun& run : runs) {
      if (!run.scenario) continue;
      Gpu& gpu = run.scenario->cluster.gpu;
      if (std::find(constant.gpus.begin(), constant.gpus.end(), gpu.preset) != constant.gpus.end())
        gpu.efficiency.*constant.efficiency = values[i];
    }
  }
}

}  // namespace shardscope::fit
