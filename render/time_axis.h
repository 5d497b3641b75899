// Ticks of a time axis: round steps, one unit, as many decimals as tell neighbours apart.
#pragma once

#include <string>
#include <vector>

#include "core/pipeline/timeline_index.h"

namespace shardscope {

struct TimeTick {
  double seconds = 0;
  std::string label;  // "15 s", "2.5 ms", "1,250 µs"
};

/// Ticks at multiples of 1, 2 or 5 times a power of ten within the range; at most `ticks_max` (2 to 16).
[[nodiscard]] std::vector<TimeTick> time_ticks(TimeRange range, int ticks_max);

}  // namespace shardscope
