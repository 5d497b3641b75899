#include "core/pipeline/timeline.h"

#include "core/pipeline/totals.h"

namespace shardscope {

double Timeline::bubble_fraction() const {
  return shardscope::bubble_fraction(makespan, busy);
}

double bubble_fraction(Seconds makespan, std::span<const Seconds> busy) {
  if (busy.empty() || makespan <= Seconds{}) return 0;
  Seconds idle;
  for (const Seconds rank_busy : busy) idle += makespan - rank_busy;
  return idle / (makespan * static_cast<double>(busy.size()));
}

}  // namespace shardscope
