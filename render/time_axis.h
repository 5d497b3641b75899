// Ticks of a time axis: round steps, one unit, as many decimals as tell neighbours apart.
#pragma once

#include <string>
#include <vector>

#include "core/pipeline/timeline_index.h"

namespace shardscope {

/// What a timeline's times are: seconds, or bare units where passes have no real duration.
enum class TimeUnit { seconds, units };

struct TimeTick {
  double seconds = 0;  // or units
  std::string label;   // "15 s", "2.5 ms", "1,250 µs"; "15"
};

/// Ticks at multiples of 1, 2 or 5 times a power of ten within the range; at most `ticks_max` (2 to 16).
[[nodiscard]] std::vector<TimeTick> time_ticks(TimeRange range, int ticks_max, TimeUnit unit = TimeUnit::seconds);

}  // namespace shardscope
