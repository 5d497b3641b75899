#include "core/inspect/moment.h"

namespace shardscope {

StepMoment moment_at(const Report& report, const TimelineIndex& index, const HeldIndex& held, double time) {
  StepMoment moment{time, {}};
  if (!report.timeline) return moment;
  const Timeline& timeline = *report.timeline;
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank)
    moment.ranks.push_back({lane_state_at(lane_index(timeline, index, rank), time, index.step).kind,
                            Bytes{held_at(timeline, held, rank, time)}});
  return moment;
}

}  // namespace shardscope
