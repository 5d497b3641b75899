// Errors on runs that the fit never saw, as the program in tests/fit found them:
// presets/measured/cross_validation.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/measured/run_group.h"

namespace shardscope {

/// Errors of the step time over the runs of a group.
struct GroupErrors {
  RunGroup group;
  std::size_t count = 0;
  double median_absolute_error = 0, p90_absolute_error = 0;
};

struct FittedConstant {
  std::string name;
  double shipped = 0, prior = 0, refitted = 0;
};

/// A spread of a constant (core/step/step_range.h), as log of a factor: what the program has, and what the held-out
/// errors ask for.
struct FittedSpread {
  std::string name;
  double shipped_shorter = 0, shipped_longer = 0;
  double shorter = 0, longer = 0;
};

/// Of a group's runs, held out, the share in ranges whose spreads were fitted without them too.
struct RangeCoverage {
  RunGroup group;
  std::size_t count = 0;
  double in_range = 0;
};

/// The model without one of its parts: with the constants as they are, and fitted anew without it.
struct AblationErrors {
  std::string without, words;
  std::vector<GroupErrors> shipped, refitted;
};

/// Runs of one source, as a fit without it predicts them, and calibrated on the first three of them by id; those three
/// left out. `in_range`: the share of the measured steps that lie in the calibrated range.
struct CalibratedErrors {
  RunGroup group;  // by origin, or all such runs together
  std::size_t count = 0;
  double before_median = 0, before_p90 = 0, after_median = 0, after_p90 = 0, in_range = 0;
};

struct CrossValidation {
  std::string date;
  std::vector<FittedConstant> constants;
  std::vector<GroupErrors> shipped;                 // the program as it is
  std::vector<GroupErrors> refitted;                // fitted anew on all runs
  std::vector<GroupErrors> at_priors;               // every fitted constant at its prior
  std::vector<GroupErrors> source_left_out;         // each source predicted by a fit on the others
  std::vector<GroupErrors> configuration_left_out;  // ten folds; equal model shape, GPU and size stay together
  std::vector<AblationErrors> ablations;
  std::vector<FittedSpread> spreads;
  std::vector<RangeCoverage> coverage;
  std::vector<CalibratedErrors> calibrated;  // sources of twelve runs or more
};

[[nodiscard]] Outcome<CrossValidation> read_cross_validation(std::string_view json);
/// As the file has it.
[[nodiscard]] nlohmann::ordered_json cross_validation_json(const CrossValidation& found);

/// nullptr where there are none of that group.
[[nodiscard]] const GroupErrors* errors_of(const std::vector<GroupErrors>& groups, const RunGroup& group);

}  // namespace shardscope
