// The chain of passes and transfers that makes the step as long as it is: each starts the moment the one before it
// gives way, from second 0 to the makespan. Shortening anything else changes nothing until another chain is longer.
#pragma once

#include <vector>

#include "core/pipeline/dependencies.h"

namespace shardscope {

struct CriticalStep {
  PassAt pass;
  DependencyKind after = DependencyKind::order;  // what made it wait for the step before; of the first no meaning
  double transfer = 0;                           // seconds of transfer before it
};

struct CriticalPath {
  std::vector<CriticalStep> steps;  // in the order of time
  Seconds passes, transfers;        // they sum to the makespan
  std::size_t transfer_count = 0;
};

/// Linear in the path's length. Of equally long chains the one that stays on a rank.
[[nodiscard]] CriticalPath critical_path(const Timeline& timeline, const TimelineIndex& index);

/// Whether the pass is on the path. O(log steps).
[[nodiscard]] bool is_critical(const CriticalPath& path, const Timeline& timeline, PassAt at);

}  // namespace shardscope
