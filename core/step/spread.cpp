#include "core/step/spread.h"

#include <array>
#include <string_view>

namespace shardscope {

namespace {

struct FamilySpread {
  std::string_view family;
  StepSpread dense, experts;
};

// exp of the 10th and 90th percentiles of log(measured / predicted), cross-validated. Runs: Ampere 344 dense, Hopper
// 217 and 55, Blackwell 65 and 47, Blackwell Ultra 29 and 27. Ampere has no runs with experts: all 129 of the others.
constexpr std::array<FamilySpread, 4> families = {{
    {"Ampere", {0.94, 1.13, true}, {0.88, 1.24, true}},
    {"Hopper", {0.93, 1.07, true}, {0.89, 1.14, true}},
    {"Blackwell", {0.93, 1.18, true}, {0.82, 1.27, true}},
    {"Blackwell Ultra", {0.96, 1.10, true}, {0.90, 1.08, true}},
}};

// With every constant at its value from specifications and microbenchmarks 80% of the fitted families' runs lie within
// 18%.
constexpr StepSpread unfitted = {0.85, 1.18, false};

}  // namespace

StepSpread step_spread(const Gpu& gpu, bool experts) {
  for (const FamilySpread& each : families)
    if (gpu.family == each.family) return experts ? each.experts : each.dense;
  return unfitted;
}

SecondsRange step_range(const Scenario& scenario, Seconds step) {
  const StepSpread spread = step_spread(scenario.cluster.gpu, scenario.model.num_experts > 0);
  return {step * spread.low, step * spread.high};
}

}  // namespace shardscope
