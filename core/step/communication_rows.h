// What the groups of the critical rank exchange in a step, a row a kind: bytes, time, bandwidth, and the levels that
// they cross.
#pragma once

#include <vector>

#include "core/step/step.h"

namespace shardscope {

/// Each kind of communication on the critical rank over a step; kinds that the plan doesn't have are left out.
/// `exchanged`: what one of its GPUs sends of gradients and parameters; `times`: of the plan's passes.
[[nodiscard]] std::vector<Communication> communication_of(const Scenario& scenario, const StageCost& rank,
                                                          const Carried& exchanged, const RankExposure& exchange,
                                                          const PassTimes& times, double micro_batches,
                                                          const StepBreakdown& breakdown);

}  // namespace shardscope
