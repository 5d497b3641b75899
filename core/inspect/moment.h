// One moment of the step: what every pipeline rank does then, and holds.
#pragma once

#include <vector>

#include "core/pipeline/held_index.h"
#include "core/pipeline/timeline_index.h"
#include "core/report/report.h"

namespace shardscope {

struct RankMoment {
  BarKind work = BarKind::idle;
  Bytes held;  // of all that is in memory

  bool operator==(const RankMoment&) const = default;
};

struct StepMoment {
  double time = 0;  // seconds from the step's start
  std::vector<RankMoment> ranks;
};

/// Of each rank of the report's timeline, whose `index` and `held` (memory/held_bytes.h) these are; empty where it has
/// none.
[[nodiscard]] StepMoment moment_at(const Report& report, const TimelineIndex& index, const HeldIndex& held,
                                   double time);

}  // namespace shardscope
