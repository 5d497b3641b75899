// What the GPUs' kernels multiply in a step, whatever a convention counts: fused attention's masked half left out, its
// scores' second product and all that recomputation runs again in it.
#pragma once

#include <vector>

#include "core/base/units.h"
#include "core/scenario/scenario.h"
#include "core/step/flops/flop_conventions.h"
#include "core/transformer/layout.h"
#include "core/transformer/operations.h"

namespace shardscope {

/// Of one block on one GPU for one micro-batch.
struct BlockFlops {
  Flops forward, input, weight;  // `input` and `weight`: of their gradients
  Flops recompute;               // what runs forward again

  [[nodiscard]] Flops once() const { return forward + input + weight; }
};
[[nodiscard]] BlockFlops block_flops(const Block& block, const Scenario& scenario, bool fully_recomputed);

/// Of all GPUs at work in one step. Experts' products are those of the routed tokens, however unevenly ranks share
/// them.
[[nodiscard]] KernelFlops kernel_flops(const Scenario& scenario, const std::vector<StageContent>& layout);

}  // namespace shardscope
