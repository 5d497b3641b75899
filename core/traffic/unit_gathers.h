// ZeRO-3 (FSDP) within a pass: a unit's weights are gathered while the unit before it computes, and its gradients are
// scattered while the next one does. Zhao et al. 2023, "PyTorch FSDP", section 3.3.2 and 3.3.3 (backward and forward
// prefetching).
#pragma once

#include <span>

#include "core/pipeline/exchange.h"

namespace shardscope {

/// Like units in a row, in the order of the model; seconds of one.
struct UnitRun {
  double count = 0;
  Seconds forward, backward;  // passes with what shows of their own traffic; recomputation with backward
  Seconds gather, scatter;    // of its weights, before each pass; of its gradients, after the backward
};

/// Seconds by which a stage's passes of one micro-batch are longer for it.
struct GatherExposure {
  Seconds forward, backward;
};

/// With one unit ahead or, without prefetching, each gather before its unit; the first of a pass has nothing to hide
/// under, nor has the last scatter. While kernels and traffic run beside each other both slow down.
[[nodiscard]] GatherExposure gather_exposure(std::span<const UnitRun> units, bool prefetch,
                                             const Contention& contention);

/// By how much longer kernels take with traffic beside them, what is left of the traffic included.
[[nodiscard]] Seconds shown_beside(Seconds kernels, Seconds traffic, const Contention& contention);

}  // namespace shardscope
