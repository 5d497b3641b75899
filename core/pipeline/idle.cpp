#include "core/pipeline/idle.h"

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

}  // namespace shardscope
