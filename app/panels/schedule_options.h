// All schedules as the lines of a list.
#pragma once

#include <vector>

#include "app/panels/controls.h"

namespace shardscope {

/// In the order of ScheduleKind; each has its paper, closed form, memory and validity as a tooltip. For
/// ComboRow::make_options: long words, wanted only while a list is open.
[[nodiscard]] std::vector<Option> schedule_options();

}  // namespace shardscope
