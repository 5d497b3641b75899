// Reports with nothing but a timeline, for the tests of the Gantt chart.
#pragma once

#include <doctest/doctest.h>

#include "core/report/report.h"
#include "render/gantt/gantt.h"

namespace shardscope::test {

struct GanttCase {
  Report report;
  TimelineIndex index;

  [[nodiscard]] const Timeline& timeline() const { return *report.timeline; }
  [[nodiscard]] GanttSource source() const { return {timeline(), index}; }
};

/// 1F1B, or interleaved where virtual_stages > 1, of unequal stages, with an exchange and an optimizer after it.
inline GanttCase gantt_case(std::int32_t ranks, std::int32_t virtual_stages, std::int32_t micro_batches) {
  const ScheduleKind kind = virtual_stages > 1 ? ScheduleKind::interleaved : ScheduleKind::one_f_one_b;
  const auto schedule = make_schedule({kind, ranks, virtual_stages, micro_batches});
  REQUIRE(succeeded(schedule));
  PassTimes times;
  for (std::int32_t stage = 0; stage < ranks * virtual_stages; ++stage)
    times.stages.push_back({Seconds{1 + 0.05 * (stage % 3)}, Seconds{0.3}, Seconds{1}, Seconds{0.9}});
  times.transfer = Seconds{0.02};
  GanttCase made;
  made.report.timeline = simulate(value_of(schedule), times);
  std::vector<StepEnd> step_ends;
  for (std::int32_t rank = 0; rank < ranks; ++rank) {
    const double end = made.timeline().lane(rank).back().end;
    step_ends.push_back({{end, end + 3}, {end + 3, end + 4}, {}});
  }
  made.index = build_timeline_index(made.timeline(), step_ends);
  return made;
}

}  // namespace shardscope::test
