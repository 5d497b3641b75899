// One traced step kernel by kernel over its time, for a chart beside the simulated one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/profiler_trace/trace_reader.h"

namespace shardscope {

struct TracedBar {
  double start = 0, end = 0;  // seconds from the step's start, within it
  std::uint32_t name = 0;     // into StepBars::names
};

struct StepBars {
  std::int64_t number = 0;  // as the profiler counts the step
  double length = 0;        // seconds
  /// By KernelKind in the order of time; idle: where nothing runs, without names.
  std::array<std::vector<TracedBar>, kernel_kind_count> bars;
  std::vector<std::string> names;
};

/// How many kernels of a step are kept; a step with more has none.
inline constexpr std::size_t step_bars_max = 1'000'000;

/// Of the GPU that did most, the step whose length is the median (of an even number the shorter one in the middle).
/// Nothing where nothing marks steps or no kernel has a time.
[[nodiscard]] std::optional<StepBars> typical_step_bars(const TraceReading& reading);

}  // namespace shardscope
