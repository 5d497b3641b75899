// What the GPUs' kernels multiply in a step, whatever a convention counts: fused attention's masked half left out, its
// scores' second product and all that recomputation runs again in it.
#pragma once

#include <vector>

#include "core/base/units.h"
#include "core/scenario/scenario.h"
#include "core/transformer/layout.h"

namespace shardscope {

/// Of all GPUs at work in one step. Experts' products are those of the routed tokens, however unevenly ranks share
/// them.
[[nodiscard]] Flops kernel_flops(const Scenario& scenario, const std::vector<StageContent>& layout);

}  // namespace shardscope
