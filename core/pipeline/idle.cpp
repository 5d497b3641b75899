#include "core/pipeline/idle.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

IdleSplit split_of_lane(std::span<const PassRecord> lane, Seconds makespan) {
  if (lane.empty()) return {makespan, {}, {}, {}};
  std::size_t first_backward = lane.size(), last_forward = 0;
  for (std::size_t i = 0; i < lane.size(); ++i) {
    if (role_of(lane[i].pass.kind) == PassRole::forward) last_forward = i;
    if (role_of(lane[i].pass.kind) == PassRole::backward && first_backward == lane.size()) first_backward = i;
  }
  IdleSplit split;
  split.warm_up = Seconds{lane.front().start};
  split.cool_down = makespan - Seconds{lane.back().end};
  for (std::size_t i = 1; i < lane.size(); ++i) {
    const Seconds gap{lane[i].start - lane[i - 1].end};
    (i > first_backward && i <= last_forward ? split.steady : split.waiting) += gap;
  }
  return split;
}

}  // namespace

std::vector<IdleSplit> idle_split(const Timeline& timeline) {
  std::vector<IdleSplit> all;
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank)
    all.push_back(split_of_lane(timeline.lane(rank), timeline.makespan));
  return all;
}

Seconds moment_of_idle(const Timeline& timeline, Seconds idle) {
  // How the number of idle ranks changes, by time.
  std::vector<std::pair<double, int>> changes;
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    double free_since = 0;
    const auto gap_until = [&](double end) {
      if (end > free_since) changes.insert(changes.end(), {{free_since, 1}, {end, -1}});
    };
    for (const PassRecord& record : timeline.lane(rank)) {
      gap_until(record.start);
      free_since = std::max(free_since, record.end);
    }
    gap_until(timeline.makespan.value);
  }
  std::sort(changes.begin(), changes.end());
  double at = 0, sum = 0;
  int idle_ranks = 0;
  for (const auto& [time, change] : changes) {
    const double until = sum + (time - at) * idle_ranks;
    if (until >= idle.value && idle_ranks > 0) return Seconds{at + (idle.value - sum) / idle_ranks};
    at = time, sum = until, idle_ranks += change;
  }
  return timeline.makespan;
}

}  // namespace shardscope
