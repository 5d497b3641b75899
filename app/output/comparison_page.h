// Predicted against measured as a page: the summary by group, a row a run, and the runs that can't be predicted.
#pragma once

#include <span>
#include <string>

#include "app/output/page.h"
#include "core/measured/compare.h"

namespace shardscope {

/// Of the groups by origin and framework those with fewer runs are left to --json, as are all by source.
inline constexpr std::size_t group_runs_min = 8;

[[nodiscard]] Page comparison_page(const std::string& title, std::span<const MeasuredRun> runs,
                                   const Comparison& comparison);

}  // namespace shardscope
