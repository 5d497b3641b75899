// The last check before a report leaves evaluate(): NaN and infinity never reach a view.
#pragma once

#include <optional>

#include "core/report/report.h"

namespace shardscope {

/// Every second of the report is a finite number.
[[nodiscard]] bool is_finite(const TimeReport& time);

/// The report with each figure that isn't finite made absent.
[[nodiscard]] RunReport without_infinities(RunReport run);

}  // namespace shardscope
