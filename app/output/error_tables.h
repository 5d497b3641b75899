// How far off the predictions are, as tables and as one paragraph: what `validate` prints, and what the documents show.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/output/page.h"
#include "core/measured/compare.h"
#include "core/measured/cross_validation.h"

namespace shardscope {

/// Of the groups by origin and framework those with fewer runs are left to --json, as are all by source.
inline constexpr std::size_t group_runs_min = 8;

[[nodiscard]] std::string cut_name(const std::string& name);
[[nodiscard]] std::string error_percent(double share, int decimals = 1);  // "3.8%"
[[nodiscard]] std::string signed_error_percent(const std::optional<double>& share);

/// A row per group.
[[nodiscard]] Section summary_section(MeasuredField field, const char* heading, const Comparison& comparison);
[[nodiscard]] Section cross_validated_section(const CrossValidation& found);
/// The model without one of its parts, a row each.
[[nodiscard]] Section ablation_section(const CrossValidation& found);

/// What three runs of a source say of its others, a row each.
[[nodiscard]] Section calibrated_section(const CrossValidation& found);

/// "Step time is 3.8% and 12.2% off at the median and the 90th percentile of 786 runs; …", the worst case included.
[[nodiscard]] std::string accuracy_words(std::span<const MeasuredRun> runs, const Comparison& comparison,
                                         const CrossValidation* cross_validated);
/// The paragraph and the tables, without a row per run.
[[nodiscard]] Page accuracy_page(std::span<const MeasuredRun> runs, const Comparison& comparison,
                                 const CrossValidation* cross_validated);

}  // namespace shardscope
