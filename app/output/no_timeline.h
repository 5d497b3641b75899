// Why a report has no timeline.
#pragma once

#include <vector>

#include "core/report/report.h"

namespace shardscope {

/// Its errors, else what keeps the schedule from being made, else that the GPU has no speed for the precision. Never
/// empty.
[[nodiscard]] std::vector<Problem> no_timeline(const Report& report);

}  // namespace shardscope
