// Plain work beside which other times stand, so that their ratio says the same on a busy machine.
#pragma once

#include <algorithm>
#include <vector>

#include "core/pipeline/timeline.h"

namespace shardscope::bench {

/// Every pass of a schedule in its rank's order, one after the other: start, end and busy time.
inline double plain_walk(const Schedule& schedule) {
  std::size_t passes = 0;
  for (const std::vector<Pass>& order : schedule.order) passes += order.size();
  std::vector<PassRecord> records(passes);
  std::size_t next = 0;
  double latest = 0;
  for (const std::vector<Pass>& order : schedule.order) {
    double now = 0;
    for (const Pass pass : order) {
      const double end = now + (role_of(pass.kind) == PassRole::weight ? 0.8 : 1);
      records[next++] = {now, end, pass};
      now = end;
    }
    latest = std::max(latest, now);
  }
  return latest + records.back().start;
}

}  // namespace shardscope::bench
