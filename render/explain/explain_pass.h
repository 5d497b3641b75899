// The words of what the Timeline shows: a pass, a gap, a stage's whole step; how long, how it comes about, whose
// formula.
#pragma once

#include "core/report/report.h"
#include "render/chart/card.h"
#include "render/gantt/gantt.h"

namespace shardscope {

/// Empty where the pointer is on nothing that can be explained, or the report has no timeline.
[[nodiscard]] Explanation explain_pass(const Report& report, const GanttHover& hover);

}  // namespace shardscope
