// tests/fit: fits the constants that say so anew on the public runs, and tells how well the model does on runs that its
// fit never saw. In: presets/measured/public_runs.json, presets/gpus, core/constants. Out: a table, and
// presets/measured/cross_validation.json. Not part of the tests: `cmake --build --preset bench --target fit_constants`,
// then `build/bench/fit_constants`.
#pragma once

#include <string>
#include <vector>

#include "core/measured/measured.h"

namespace shardscope::fit {

/// A constant that is fitted: what the program ships, and where specifications or microbenchmarks alone would put it.
struct Fitted {
  std::string name;
  double shipped = 0, prior = 0;
  double spread = 0;                         // of log(value / prior), of the pull to the prior
  double Constants::*shared = nullptr;       // of all GPUs, or else
  std::vector<std::string> gpus;             // of these presets' efficiencies
  double Efficiency::*efficiency = nullptr;  // this one
};

/// Shared constants, and the matrix efficiencies of the GPUs on which runs were timed; presets of one family and one
/// value are one constant.
[[nodiscard]] std::vector<Fitted> fitted_constants(const std::vector<MeasuredRun>& runs);

/// Values for all of them, in their order.
using Values = std::vector<double>;
[[nodiscard]] Values shipped_values(const std::vector<Fitted>& constants);

/// The runs' scenarios are evaluated with these from now on.
void set_values(const std::vector<Fitted>& constants, const Values& values, std::vector<MeasuredRun>& runs);

}  // namespace shardscope::fit
