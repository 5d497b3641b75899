// The embedding and the loss apart from the layers of their stages, for plan.end_passes.
#pragma once

#include <vector>

#include "core/step/stage_cost.h"
#include "core/step/time_report.h"

namespace shardscope {

/// What the stages cost without embedding and head.
[[nodiscard]] std::vector<StageCost> without_ends(const std::vector<StageContent>& layout, const BlockCosts& blocks,
                                                  const Plan& plan);

/// What they cost more with them, as passes: the embedding's on the first stage, the loss's on the last. A backward is
/// whole, input and weight gradients together.
[[nodiscard]] EndTimes end_times(const std::vector<StageCost>& stages, const std::vector<StageCost>& bare,
                                 const BlockCosts& blocks);

[[nodiscard]] PassFlops pass_flops_of(const StageCost& cost);

}  // namespace shardscope
