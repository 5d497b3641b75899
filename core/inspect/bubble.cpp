#include "core/inspect/bubble.h"

namespace shardscope {

std::optional<Bubble> bubble_of(const Report& report) {
  if (!report.timeline || !report.time || !(report.time->step > Seconds{})) return std::nullopt;
  const Timeline& timeline = *report.timeline;
  Bubble bubble{timeline.makespan * static_cast<double>(timeline.ranks), timeline.ranks, report.time->step};
  for (const Seconds busy : timeline.busy) bubble.idle = bubble.idle - busy;
  return bubble;
}

std::optional<double> bubble_share_of(const Report& report) {
  const std::optional<Bubble> bubble = bubble_of(report);
  return bubble ? std::optional(bubble->share()) : std::nullopt;
}

}  // namespace shardscope
