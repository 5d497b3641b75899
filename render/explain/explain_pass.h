// The words of what the Timeline shows: a pass, a gap, a stage's whole step; how long, how it comes about, whose
// formula.
#pragma once

#include <string>
#include <string_view>

#include "core/report/report.h"
#include "render/chart/card.h"
#include "render/gantt/gantt.h"

namespace shardscope {

/// Empty where the pointer is on nothing that can be explained, or the report has no timeline.
[[nodiscard]] Explanation explain_pass(const Report& report, const GanttHover& hover);

/// "waited for the backward of micro-batch 5 on rank 4"; "right after its own forward …". `lane` is what ranks
/// are called: "rank", "stage". Empty where the pointer is on no pass.
[[nodiscard]] std::string wait_words(const Timeline& timeline, const GanttHover& hover, std::string_view lane);

}  // namespace shardscope
