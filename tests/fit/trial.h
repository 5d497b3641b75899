// Predictions of all runs at given constants, and what is left out of the model for an ablation.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/report/report.h"
#include "tests/fit/fitted.h"
#include "tests/fit/search.h"

namespace shardscope::fit {

/// One part of the model left out. Either function may be empty.
struct Ablation {
  std::string name;                              // "contention"
  std::string words;                             // what is done instead
  std::function<void(Scenario&)> scenario;       // before each evaluation
  std::function<double(const Report&)> seconds;  // instead of the step's
};

/// log(predicted / measured) of each run that was timed.
[[nodiscard]] std::vector<double> log_errors(const std::vector<MeasuredRun>& timed, const Ablation* ablation = nullptr);

/// The parts that can be left out.
[[nodiscard]] std::vector<Ablation> ablations();

/// Slopes by one-sided differences of 3% at `values`; the constants are left there.
[[nodiscard]] Linear linear_at(const std::vector<Fitted>& constants, const Values& values,
                               std::vector<MeasuredRun>& timed);

}  // namespace shardscope::fit
