// Runs of one's own, made by the model with constants that lie elsewhere than the public fit's.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/calibration/calibrate.h"
#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

namespace shardscope {

/// Plans of several models, whose passes, network and launches weigh differently.
inline std::vector<Scenario> plans_of_own() {
  constexpr std::array models = {"gpt3-175b", "llama3-70b", "llama2-70b", "llama3-8b", "llama-13b"};
  std::vector<Scenario> plans;
  for (const auto& [tp, pp, dp] :
       {std::array{8, 8, 4}, std::array{4, 2, 8}, std::array{8, 4, 2}, std::array{2, 1, 16}, std::array{4, 1, 8},
        std::array{8, 16, 2}, std::array{8, 2, 16}, std::array{4, 8, 8}, std::array{1, 1, 32}, std::array{2, 2, 16}}) {
    Scenario plan;
    plan.model = *all_presets().model(models[plans.size() % models.size()]);
    plan.cluster.gpu = *all_presets().gpu("h100-sxm");
    plan.cluster.gpus = std::int64_t{tp} * pp * dp;
    plan.plan.tp = tp, plan.plan.pp = pp, plan.plan.dp = dp;
    plan.plan.sequence_length = 2048, plan.plan.micro_batch = 1, plan.plan.global_batch = std::int64_t{16} * dp;
    plans.push_back(with_defaults(plan));
  }
  return plans;
}

/// As the runs would be measured where these factors hold.
inline std::vector<Observation> runs_with(const CalibratedValues& factors, std::size_t count) {
  std::vector<Observation> runs;
  for (Scenario plan : plans_of_own()) {
    if (runs.size() == count) break;
    const Scenario shipped = plan;
    plan.cluster.gpu.calibration.runs = {"truth"};
    plan.cluster.gpu.calibration.factors = factors;
    runs.push_back(observed_step("run " + std::to_string(runs.size()), evaluate(plan).time->step.value, shipped));
  }
  return runs;
}

inline CalibratedValues ones() {
  return Calibration{}.factors;
}

}  // namespace shardscope
