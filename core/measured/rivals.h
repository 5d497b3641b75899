// Other programs' predictions beside ours: a run each, and both summed up over the same runs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/measured/compare.h"

namespace shardscope {

/// The rival's relative errors, where figure and measurement are known.
[[nodiscard]] MeasuredFigures rival_errors(const MeasuredRun& run);

/// One rival and one field: both programs' errors over the runs of which both have a figure.
struct RivalSummary {
  std::string rival;
  MeasuredField field = MeasuredField::step_seconds;
  ErrorSummary ours, theirs;
};

/// By rival in the order of the runs, then by field.
[[nodiscard]] std::vector<RivalSummary> rival_summaries(std::span<const MeasuredRun> runs,
                                                        const Comparison& comparison);

}  // namespace shardscope
