// Where a rank's idle time in the pipeline lies. In: a Timeline. Out: four parts per rank that sum to makespan less
// busy.
#pragma once

#include <vector>

#include "core/pipeline/timeline.h"

namespace shardscope {

struct IdleSplit {
  Seconds warm_up;    // before the rank's first pass
  Seconds waiting;    // between passes while its part of the pipeline fills or drains: up to its first backward, and
                      // after its last forward
  Seconds steady;     // between passes in the phase in between, where forwards and backwards take turns
  Seconds cool_down;  // after its last pass, until the last rank ends

  [[nodiscard]] Seconds total() const { return warm_up + waiting + steady + cool_down; }
  bool operator==(const IdleSplit&) const = default;
};

/// One entry per rank. Linear in passes. A rank without passes is idle in its warm-up.
[[nodiscard]] std::vector<IdleSplit> idle_split(const Timeline& timeline);

/// The moment from the step's start on which all ranks together have been idle for so long; the makespan where they
/// never are.
[[nodiscard]] Seconds moment_of_idle(const Timeline& timeline, Seconds idle);

}  // namespace shardscope
