// How far the same configuration lies from itself when it is measured again: the floor of every prediction.
#pragma once

#include <optional>
#include <span>

#include "core/measured/compare.h"

namespace shardscope {

/// Step times of runs whose model, cluster, plan and run are the same, each against the one before it in the order of
/// their software's age. Absent where nothing was measured twice.
[[nodiscard]] std::optional<ErrorSummary> measured_again(std::span<const MeasuredRun> runs);

}  // namespace shardscope
