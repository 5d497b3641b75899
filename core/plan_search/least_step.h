// What a step takes at least, from what its layers cost: the bound with which a search leaves plans out.
#pragma once

#include <cstdint>

#include "core/plan_search/plan_space.h"

namespace shardscope {

/// What the kernels, and the traffic that they don't hide, of one micro-batch cost, passes of all kinds together, on a
/// GPU of a stage: of the whole model as one stage, and of its cheapest layer.
struct LayerCosts {
  Seconds whole, least_layer;
};

/// Of a choice whose cost axes are fixed; the others are not asked. Nothing where the GPU has no rate for it.
[[nodiscard]] std::optional<LayerCosts> layer_costs(const Scenario& base, const PlanChoice& choice,
                                                    const PlanSpace& space);

/// Whether least_step() holds for plans of the scenario: one kind of GPU, one site, no passes that vary at random, and
/// no schedule on the list whose passes run beside each other.
[[nodiscard]] bool is_bounded(const Scenario& base, const PlanSpace& space);

/// No plan with these costs, pp, dp and micro-batch takes less, whatever its schedule, chunks and ZeRO stage.
///
/// A rank runs one pass at a time, so that no step is shorter than the passes of any rank. A replica has
/// m = global_batch / (dp · micro_batch) micro-batches; over its pp ranks their passes sum to m · whole, so that some
/// rank has m · whole / pp; and of L layers some rank has ceil(L / pp), each no cheaper than the cheapest. What is
/// left out (bubble, transfers, exchange, optimizer, ZeRO-3's gathers and copies) only adds.
[[nodiscard]] Seconds least_step(const LayerCosts& costs, const Scenario& base, const PlanChoice& choice);

}  // namespace shardscope
