// How far the same configuration lies from itself when it is measured again: the floor of every prediction.
#pragma once

#include <optional>
#include <span>

#include "core/measured/compare.h"

namespace shardscope {

/// Of the logarithm of a step time, as a standard deviation: the median difference of measured_again() on the public
/// runs (1.2%) over 0.6745, the median of the normal distribution's size.
inline constexpr double measured_again_deviation = 0.018;

/// Step times of runs whose model, cluster, plan and run are the same, each against the one before it in the order of
/// their software's age. Absent where nothing was measured twice.
[[nodiscard]] std::optional<ErrorSummary> measured_again(std::span<const MeasuredRun> runs);

}  // namespace shardscope
