// A pipeline rank's whole step as lanes: each of its passes once for each stage and kind, and where in the step it
// runs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/lanes/pass_lanes.h"
#include "core/pipeline/critical_path.h"
#include "core/report/report.h"

namespace shardscope {

/// A pass of the timeline, whose lanes are stretched to what it takes there: by a straggler, by jitter, or beside the
/// pass of another micro-batch.
struct PassPlace {
  std::size_t lanes = 0;  // into RankLanes::passes
  double start = 0, end = 0;
  double stretch = 1;

  [[nodiscard]] double moment(double of_pass) const { return start + stretch * of_pass; }
};

struct RankLanes {
  std::int32_t rank = 0;
  std::vector<PassLanes> passes;
  std::vector<std::int64_t> stages;  // of which each of them is
  std::vector<PassPlace> places;     // a record of the rank's lane each
};

/// Nothing where the report has no timeline or no such rank, or where pools share the plan: their stages run at rates
/// of their own.
[[nodiscard]] std::optional<RankLanes> rank_lanes(const Report& report, std::int32_t rank);

/// Of each place whether its pass is on the step's critical path.
[[nodiscard]] std::vector<bool> critical_places(const RankLanes& lanes, const CriticalPath& path);

}  // namespace shardscope
