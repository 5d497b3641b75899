// How runs are left out together, and how errors are summed up.
#pragma once

#include <string>
#include <vector>

#include "core/measured/cross_validation.h"

namespace shardscope::fit {

/// The fold of each run: its source's first word.
[[nodiscard]] std::vector<int> folds_by_source(const std::vector<MeasuredRun>& timed);
/// Ten folds; runs of equal model shape, GPU and number of GPUs lie in one.
[[nodiscard]] std::vector<int> folds_by_configuration(const std::vector<MeasuredRun>& timed);

/// The fold of each run: its GPU's family.
[[nodiscard]] std::vector<int> folds_by_family(const std::vector<MeasuredRun>& timed);

/// What a run weighs in the fit: the same configuration measured n times weighs √n, quality low nothing.
[[nodiscard]] std::vector<double> weights_of(const std::vector<MeasuredRun>& timed);

/// Errors by the groups of core/measured/compare.h that have enough runs: all, kind, GPU and origin.
[[nodiscard]] std::vector<GroupErrors> summed_up(const std::vector<MeasuredRun>& timed,
                                                 const std::vector<double>& log_errors);

}  // namespace shardscope::fit
