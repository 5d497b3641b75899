// What a step comes to, where nobody wants its passes: the same walk as simulate(), at a third of the cost.
#pragma once

#include <span>
#include <vector>

#include "core/pipeline/pass_times.h"
#include "core/pipeline/schedule.h"
#include "core/pipeline/stragglers.h"

namespace shardscope {

struct StepTotals {
  Seconds makespan;           // from 0 to the last end
  std::vector<Seconds> busy;  // per rank
};

/// Those of simulate() with the same arguments.
[[nodiscard]] StepTotals simulate_totals(const Schedule& schedule, const PassTimes& times,
                                         const Stragglers& stragglers = {});

/// Idle share of all ranks' time in the makespan; in [0, 1).
[[nodiscard]] double bubble_fraction(Seconds makespan, std::span<const Seconds> busy);

}  // namespace shardscope
