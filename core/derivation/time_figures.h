// The step's seconds, its rates and the bubble.
#pragma once

#include <string>

#include "core/derivation/figure.h"
#include "core/inspect/time_lost.h"
#include "core/report/report.h"

namespace shardscope {

/// Where a row of the step's seconds comes from: what is computed, and who wrote it down; said once for every view.
struct TimeLostOrigin {
  std::string_view label, formula, source;
};
[[nodiscard]] TimeLostOrigin origin_of(TimeLost row);

/// The name that the figure of that row has.
[[nodiscard]] std::string time_lost_figure(TimeLost row);

/// The step's rows before the step, that before what is made of it. None where the time is unknown.
[[nodiscard]] DerivedFigures time_figures(const Report& report);

}  // namespace shardscope
