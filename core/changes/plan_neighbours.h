// What would help a plan: each of its settings moved to the value next to its own, the whole plan evaluated, and which
// of these takes most off each part of the step.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/changes/single_changes.h"
#include "core/inspect/time_lost.h"
#include "core/report/report.h"

namespace shardscope {

/// The next smaller and larger valid TP, PP, CP, EP, micro-batch and virtual stages; every other schedule; the other
/// modes of recomputation; the ZeRO stages beside; overlap that is off; sequence parallelism the other way; half and
/// twice the ranks of a shard group and of an expert's tensors; Megatron's other rank order. As many GPUs at work as
/// now. `present` as the person wrote it.
[[nodiscard]] std::vector<SingleChange> plan_neighbours(const Scenario& present);

/// A neighbour that was evaluated: its figures less the plan's own.
struct NeighbourChange {
  SingleChange to;
  Seconds step;
  Bytes memory;
  LostSeconds lost{};
  std::optional<double> days;
  bool fits = false;
};
/// Nothing where it can't run or its time isn't known.
[[nodiscard]] std::optional<NeighbourChange> neighbour_change(const Report& before, const SingleChange& to);

/// Those that fit before the others, of each the one that makes the step shortest first.
void order_changes(std::vector<NeighbourChange>& changes);

/// Which of them takes most off that part of the step without making the step longer, among those that fit; null where
/// none does.
[[nodiscard]] const NeighbourChange* relief_of(TimeLost part, std::span<const NeighbourChange> changes);

}  // namespace shardscope
