// Where the seconds of a traced step went on the GPU: by the kind of its kernels, each moment counted once.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/units.h"
#include "core/profiler_trace/trace_reader.h"

namespace shardscope {

/// Seconds of a step by KernelKind.
using KindSeconds = std::array<Seconds, kernel_kind_count>;

/// Collectives of one sort within one group.
struct CollectiveRow {
  std::string collective;       // "all-reduce"; empty where neither the kernels nor PyTorch say
  std::string group;            // as PyTorch describes it; empty: not said
  std::int64_t group_size = 0;  // 0: not said
  double calls = 0;             // a step
  Seconds running;              // a step; what each kernel takes, with what it waits for others
  Seconds exposed;              // of that, what nothing that computes runs beside
};

/// The kernels of one name.
struct KernelRow {
  std::string name;
  KernelKind kind = KernelKind::others;
  double calls = 0;  // a step
  Seconds running;   // a step
};

/// What marks the steps: the GPU's own work between the marks, the host's program, or nothing, where all that the GPU
/// did is taken as one stretch.
#define SHARDSCOPE_STEPS_BY(entry) entry(gpu, "gpu_marks") entry(host, "host_marks") entry(none, "none")
SHARDSCOPE_TABLE(StepsBy, std::string_view, SHARDSCOPE_STEPS_BY)

struct StepProfile {
  StepsBy steps_by = StepsBy::none;
  std::uint64_t steps = 0;                 // averaged over; 1 where nothing marks them
  Seconds step;                            // of one, on average
  std::optional<Seconds> least, most;      // where there are several
  KindSeconds seconds{};                   // they add up to the step
  KindSeconds running{};                   // of each kind, beside whatever else; idle: as in seconds
  std::vector<CollectiveRow> collectives;  // the most exposed first
  std::vector<KernelRow> kernels;          // the longest first
  std::int32_t device = 0;
  std::uint64_t other_devices = 0;  // whose work is left out

  /// Seconds of collectives that something else hides.
  [[nodiscard]] Seconds hidden_communication() const;
};

/// The GPU that was busy longest, and how many others there are. Requires work.
[[nodiscard]] std::pair<std::int32_t, std::uint64_t> busiest_device(const std::vector<GpuWork>& work);

/// Of the GPU that did most. Each moment of a step belongs to the first kind, in KernelKind's order, that runs then; to
/// idle where none does. Nothing where no kernel has a time.
[[nodiscard]] std::optional<StepProfile> step_profile(const TraceReading& reading);

}  // namespace shardscope
