// How far a run's figures may lie from what is said: what goes with time goes with the step's range.
#pragma once

#include "core/run/run_report.h"
#include "core/step/time_report.h"

namespace shardscope {

/// The step's range over its time. Days, GPU-hours, energy with its price and CO2, rent and what is written off are all
/// so many times a step's time, and goodput doesn't depend on it, so each has this range. What failures add by chance
/// isn't in it: the calendar's draws show that.
[[nodiscard]] std::optional<RunRange> time_range_of(const std::optional<TimeReport>& time);

/// The range of a figure that goes with time. Absent where either is.
[[nodiscard]] std::optional<RunRange> range_of(const RunReport& run, const std::optional<double>& figure);

/// The range of a cost: of what was bought whole only the power goes with time, of the essay's split nothing.
[[nodiscard]] std::optional<RunRange> range_of(const RunReport& run, const Cost& cost);

}  // namespace shardscope
