// A robust fit of log errors that are taken as linear in the logs of the constants: coordinate search on their mean
// absolute value, with a weak pull to the priors.
#pragma once

#include <span>
#include <vector>

#include "tests/fit/fitted.h"

namespace shardscope::fit {

/// Log errors at some values, and how each changes with each constant's log.
struct Linear {
  Values at;
  std::vector<double> errors;               // log(predicted / measured) of each run
  std::vector<std::vector<double>> slopes;  // by constant, then run
};

/// Values that lessen the weighted mean absolute error of the runs; a run of weight 0 isn't seen. Constants that no run
/// seen depends on go to their priors. None moves by more than `reach` in its log.
[[nodiscard]] Values best_values(const std::vector<Fitted>& constants, const Linear& linear,
                                 std::span<const double> weights, double reach);

/// What best_values() lessens: robust absolute errors by weight, and the pull to the priors.
[[nodiscard]] double cost(const std::vector<Fitted>& constants, const Values& values, std::span<const double> errors,
                          std::span<const double> weights);

}  // namespace shardscope::fit
