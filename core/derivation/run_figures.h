// The whole run: its days, what it costs and what it draws.
#pragma once

#include "core/derivation/figure.h"
#include "core/report/report.h"

namespace shardscope {

/// Those that the report knows; `so_far` has the step's figures.
[[nodiscard]] DerivedFigures run_figures(const Report& report, const DerivedFigures& so_far);

}  // namespace shardscope
