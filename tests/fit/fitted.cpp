#include "tests/fit/fitted.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "tests/fit/constant_table.h"

namespace shardscope::fit {

namespace {

constexpr double gpu_spread = 0.15;

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

std::vector<Fitted> shared_constants() {
  std::vector<Fitted> shared;
  for (const NamedConstant& row : constant_table())
    if (row.prior > 0)
      shared.push_back(
          {std::string(row.name), shipped_constants.*row.value, row.prior, row.pull, row.value, {}, nullptr});
  return shared;
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
                                      [&](const GpuPrior& each) { return json_name(gpu.family) == each.family; });
      if (prior == std::end(gpu_priors) || !matrix.used(run.scenario->plan.precision)) continue;
      const double value = gpu.efficiency.*matrix.efficiency;
      Fitted& constant = found[{std::string(json_name(gpu.family)), value}];
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
  for (MeasuredRun& run : runs) {
    if (!run.scenario) continue;
    Cluster& cluster = run.scenario->cluster;
    for (std::size_t i = 0; i < constants.size(); ++i) {
      const Fitted& constant = constants[i];
      if (constant.shared != nullptr)
        cluster.constants.*constant.shared = values[i];
      else if (std::find(constant.gpus.begin(), constant.gpus.end(), cluster.gpu.preset) != constant.gpus.end())
        cluster.gpu.efficiency.*constant.efficiency = values[i];
    }
  }
}

}  // namespace shardscope::fit
