// The spreads of the constants (core/step/step_range.h), fitted on what runs are off that their fit never saw.
#pragma once

#include <vector>

#include "core/measured/cross_validation.h"
#include "core/measured/measured.h"

namespace shardscope::fit {

/// Whose errors spreads are fitted on: those of GPUs with runs of their family in the fit, or with none.
enum class SpreadsOf { known_families, unknown_families };

/// Spreads for which the 10th and 90th percentiles of measured over predicted have the least pinball loss (Koenker and
/// Bassett 1978, "Regression Quantiles"), with a weak pull to one value; beside each what the program ships. `errors`
/// are log(predicted / measured), of weight 0 not seen, as are runs of families that no constant was fitted for.
[[nodiscard]] std::vector<FittedSpread> fitted_spreads(const std::vector<MeasuredRun>& timed,
                                                       const std::vector<double>& errors,
                                                       const std::vector<double>& weights, SpreadsOf whose);

/// Of the runs the share within ranges of spreads that were fitted without the run's fold.
[[nodiscard]] std::vector<RangeCoverage> held_out_coverage(const std::vector<MeasuredRun>& timed,
                                                           const std::vector<double>& errors,
                                                           const std::vector<double>& weights,
                                                           const std::vector<int>& folds);

}  // namespace shardscope::fit
