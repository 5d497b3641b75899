#include "core/pipeline/timeline.h"

namespace shardscope {

double Timeline::bubble_fraction() const {
  if (busy.empty() || makespan <= Seconds{}) return 0;
  Seconds idle;
  for (const Seconds rank_busy : busy) idle += makespan - rank_busy;
  return idle / (makespan * static_cast<double>(busy.size()));
}

}  // namespace shardscope
