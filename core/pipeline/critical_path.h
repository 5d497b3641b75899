// The chain of passes, transfers and what follows them that makes the step as long as it is: each starts the moment
// the one before it gives way, from second 0 to the step's end. Shortening anything else changes nothing until another
// chain is longer.
#pragma once

#include <vector>

#include "core/pipeline/dependencies.h"

namespace shardscope {

struct CriticalStep {
  PassAt pass;
  DependencyKind after = DependencyKind::order;  // what made it wait for the step before; of the first no meaning
  double transfer = 0;                           // seconds of transfer before it
};

/// A part of the step's end: the exposed exchange that all others wait for, the longest optimizer step and the
/// longest way back of parameters.
struct CriticalEnd {
  std::int32_t rank = 0;
  BarKind kind = BarKind::gradient_sync;
  TimeRange range;
};

struct CriticalPath {
  std::vector<CriticalStep> steps;    // in the order of time
  std::vector<CriticalEnd> step_end;  // after them; empty where the index has none
  Seconds passes, transfers;          // with the step's end they sum to the step; without one to the makespan
  std::size_t transfer_count = 0;
};

/// Linear in the path's length. Of equally long chains the one that stays on a rank. With the step's end it ends on the
/// rank whose gradients are exchanged last.
[[nodiscard]] CriticalPath critical_path(const Timeline& timeline, const TimelineIndex& index);

}  // namespace shardscope
