// Times a piece of work: some runs that aren't counted, then as many as fill half a second, and their median.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace shardscope::bench {

struct Timing {
  double median = 0, p10 = 0, p90 = 0;  // seconds
  std::size_t runs = 0;
};

template <class Work>
Timing time_of(Work&& work) {
  using Clock = std::chrono::steady_clock;
  constexpr int warm_up = 3;
  constexpr double enough_seconds = 0.5;
  constexpr std::size_t runs_min = 9, runs_max = 2000;
  for (int i = 0; i < warm_up; ++i) work();
  std::vector<double> seconds;
  double total = 0;
  while (seconds.size() < runs_min || (total < enough_seconds && seconds.size() < runs_max)) {
    const auto begin = Clock::now();
    work();
    seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
    total += seconds.back();
  }
  std::sort(seconds.begin(), seconds.end());
  const auto at = [&](double share) {
    return seconds[static_cast<std::size_t>(share * static_cast<double>(seconds.size() - 1))];
  };
  return {at(0.5), at(0.1), at(0.9), seconds.size()};
}

/// Seconds on a clock that only goes on.
inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// How long each of `frames` frames took, from the shortest.
template <class Frame>
std::vector<double> sorted_frames(Frame&& frame, int frames) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> seconds;
  for (int i = 0; i < frames; ++i) {
    const auto begin = Clock::now();
    frame();
    seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

/// The value that this share of the ascending `values` stays below.
inline double quantile(const std::vector<double>& values, double share) {
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// "evaluate, GPT-4            0.041 ms  (0.040 to 0.050, 2000 runs)  aim 1 ms".
inline void print(const char* name, const Timing& timing, double aim_seconds) {
  std::printf("%-52s %9.3f ms  (%.3f to %.3f, %zu runs)", name, timing.median * 1e3, timing.p10 * 1e3, timing.p90 * 1e3,
              timing.runs);
  if (aim_seconds > 0) std::printf("  aim %g ms", aim_seconds * 1e3);
  std::printf("\n");
}

}  // namespace shardscope::bench
