// The words of a row of the step: what it is, how it comes about with this plan's numbers, where the formula is from.
#pragma once

#include <string_view>

#include "core/report.h"
#include "render/card.h"
#include "render/waterfall.h"

namespace shardscope {

/// "in one node", "across racks".
[[nodiscard]] std::string_view place_of(Level level);

/// Empty where the report has no times.
[[nodiscard]] Explanation explain_step_row(const Report& report, StepRow row);

}  // namespace shardscope
