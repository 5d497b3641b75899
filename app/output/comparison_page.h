// Predicted against measured as a page: a row per run, the summary by group, the errors of runs that the fit never saw,
// other programs' errors, and the runs that can't be predicted.
#pragma once

#include <span>
#include <string>

#include "app/output/page.h"
#include "core/measured/compare.h"
#include "core/measured/cross_validation.h"

namespace shardscope {

[[nodiscard]] Page comparison_page(const std::string& title, std::span<const MeasuredRun> runs,
                                   const Comparison& comparison, const CrossValidation* cross_validated = nullptr);

}  // namespace shardscope
