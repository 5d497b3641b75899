// ZeRO-3 (FSDP) within a pass: a unit's weights are gathered while the unit before it computes, and its gradients are
// scattered while the next one does. Zhao et al. 2023, "PyTorch FSDP", section 3.3.2 and 3.3.3 (backward and forward
// prefetching).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/pipeline/exchange.h"
#include "core/traffic/lane_simulation.h"

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

/// With `ahead` units gathered beside another's kernels or, with none, each gather before its unit; the first of a pass
/// has nothing to hide under, nor has the last scatter. While kernels and traffic run beside each other both slow down.
/// What the lanes below come to; with one unit ahead or none from the runs at once.
[[nodiscard]] GatherExposure gather_exposure(std::span<const UnitRun> units, std::int64_t ahead,
                                             const Contention& contention);

enum class UnitPass { forward, backward };

/// A pass's units, each with its gather and its scatter, as tasks of the lanes compute, data_in and data_out. A gather
/// sets off when the unit `ahead` of its own does; both ways share the network, the gather first. FSDP keeps the
/// gradients of one unit in flight: the unit after the next waits until they are away (FSDP2's post_backward waits for
/// the reduce-scatter before its own).
struct UnitTasks {
  std::vector<LaneTask> tasks;
  struct Unit {
    std::size_t run = 0;                                   // of the runs given
    std::int32_t gather = -1, kernels = -1, scatter = -1;  // into tasks
  };
  std::vector<Unit> units;  // in the order in which the pass comes to them
};
[[nodiscard]] UnitTasks unit_tasks(std::span<const UnitRun> runs, UnitPass pass, std::int64_t ahead);

/// By how much longer kernels take with traffic beside them, what is left of the traffic included.
[[nodiscard]] Seconds shown_beside(Seconds kernels, Seconds traffic, const Contention& contention);

}  // namespace shardscope
