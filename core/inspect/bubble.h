// The bubble, in one definition for every place that says one: of all ranks' time in a step, the share in which they
// wait in the pipeline; the JSON's pipeline.bubble_share_of_step. What else is called idle has another name: the
// busiest rank's own wait (time_lost.h), the share of the pipeline's makespan alone (Timeline::bubble_fraction(), the
// JSON's pipeline.bubble_fraction), and what a closed form gives for equal stages.
#pragma once

#include <cstdint>
#include <optional>

#include "core/report/report.h"

namespace shardscope {

struct Bubble {
  Seconds idle;  // of all ranks together, from the first pass of the step to the last
  std::int64_t ranks = 1;
  Seconds step;

  /// idle / (ranks × step), in [0, 1).
  [[nodiscard]] double share() const { return idle / (step * static_cast<double>(ranks)); }
};

/// Absent where the schedule can't be simulated or the step's time is unknown.
[[nodiscard]] std::optional<Bubble> bubble_of(const Report& report);

/// Its share.
[[nodiscard]] std::optional<double> bubble_share_of(const Report& report);

}  // namespace shardscope
