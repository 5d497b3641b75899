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

/// A moment with as many digits as tell a twentieth of `length` apart, in the unit that suits the length: "10,759.31
/// ms" of a pass of 2 ms, "10.8 s" of one of 3 s.
[[nodiscard]] std::string moment_text(double seconds, double length);
/// "from 10,759.31 ms to 10,761.45 ms".
[[nodiscard]] std::string span_text(TimeRange range);

}  // namespace shardscope
