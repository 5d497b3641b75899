// What of a timeline is written to files (trace.h, timeline_file.h): a report's step, or a schedule alone, whose
// times are units.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/lanes/rank_lanes.h"
#include "core/pipeline/held_index.h"
#include "core/report/report.h"
#include "render/chart/time_axis.h"

namespace shardscope {

/// All that it names outlives it.
struct TimelineSource {
  const Timeline& timeline;
  std::string title;                                           // of pictures
  std::optional<ScheduleKind> kind = {};                       // as far as it is known
  TimeUnit unit = TimeUnit::seconds;                           // what the times are
  std::span<const StepEnd> step_ends = {};                     // an entry per rank, or none
  std::span<const std::vector<ExchangeRecord>> exchange = {};  // an entry per rank, or none
  std::optional<Seconds> step = {};                            // with what follows the passes
  const Report* report = nullptr;                              // whose memory a trace counts
  const HeldIndex* held = nullptr;                             // what it counts of a schedule alone, in
  std::string_view held_unit = {};                             // this unit
  const Schedule* schedule = nullptr;                          // whose order a text lists
  const RankLanes* lanes = nullptr;                            // of a rank that a trace has down to its operations
};

/// Of a report that has a timeline.
[[nodiscard]] TimelineSource timeline_source(const Report& report);

/// Its errors, else what keeps the schedule from being made, else that the GPU has no speed for the precision. Never
/// empty.
[[nodiscard]] std::vector<Problem> no_timeline(const Report& report);

}  // namespace shardscope
