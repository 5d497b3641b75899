// What a frame may spend on work that goes on in the next frames, so that sixty a second stay possible.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace shardscope {

inline constexpr double work_seconds_per_frame = 0.006;
inline constexpr std::size_t evaluations_per_frame_max =
    4096;  // all, where an evaluation takes no time that was measured

/// When a frame that works from now on ends that.
using WorkClock = std::chrono::steady_clock;
[[nodiscard]] inline WorkClock::time_point end_of_work() {
  return WorkClock::now() +
         std::chrono::duration_cast<WorkClock::duration>(std::chrono::duration<double>(work_seconds_per_frame));
}

/// How many evaluations fit where one takes `evaluate_seconds`: one at least. Where that is 0 (a picture is made), all.
[[nodiscard]] inline std::size_t evaluations_per_frame(double evaluate_seconds) {
  if (!(evaluate_seconds > 0)) return evaluations_per_frame_max;
  return static_cast<std::size_t>(
      std::clamp(work_seconds_per_frame / evaluate_seconds, 1.0, static_cast<double>(evaluations_per_frame_max)));
}

}  // namespace shardscope
