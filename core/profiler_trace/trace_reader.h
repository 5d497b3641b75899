// The events of a profiler's trace that tell what a GPU did: kernels, copies, the marks of steps.
// PyTorch's profiler writes Chrome's "Trace Event Format" (JSON): an object with "traceEvents", or the bare array.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/problem.h"
#include "core/profiler_trace/kernel_kinds.h"

namespace shardscope {

/// A kernel or copy. Seconds are from the trace's first event.
struct GpuWork {
  double start = 0, end = 0;
  std::uint32_t name = 0;   // into TraceReading::names
  std::int32_t group = -1;  // into TraceReading::groups; -1: of no group that the trace names
  std::int32_t device = 0;
  KernelKind kind = KernelKind::others;
};

/// A collective and whose it is, as PyTorch's ProcessGroupNCCL notes it beside the kernel.
struct TraceGroup {
  std::string collective = {};  // "_allgather_base"
  std::string name = {};        // "TENSOR_MODEL_PARALLEL_GROUP", "mesh_dp_shard"
  std::int64_t size = 0;        // 0: not said

  bool operator==(const TraceGroup&) const = default;
  /// Older standard libraries know no <=> between texts.
  friend bool operator<(const TraceGroup& a, const TraceGroup& b) {
    return std::tie(a.collective, a.name, a.size) < std::tie(b.collective, b.name, b.size);
  }
};

/// What ProfilerStep#N covers, of the host's program or of what it started on the GPU.
struct StepMark {
  std::int64_t number = 0;
  double start = 0, end = 0;
};

/// What a trace says of itself.
struct TraceFacts {
  std::optional<std::int64_t> rank, world_size;
  std::string gpu = {};      // as the driver names it; empty: not said
  std::uint64_t events = 0;  // of any kind
  std::uint64_t unread = 0;  // kernels without a start and a length, or beyond what is kept
  bool cut = false;          // it ends before its JSON does: what came before counts
};

struct TraceReading {
  TraceFacts facts;
  std::vector<GpuWork> work;  // in the file's order
  std::vector<std::string> names;
  std::vector<TraceGroup> groups;
  std::vector<StepMark> host_steps, gpu_steps;
};

/// How many kernels and names are kept of a trace.
inline constexpr std::size_t trace_work_max = 20'000'000, trace_names_max = 100'000;
/// Of a kernel's name, which C++ templates may make very long.
inline constexpr std::size_t trace_name_max = 400;

/// Of plain text or gzip, read once from beginning to end. Refuses what has no event of a trace.
[[nodiscard]] Outcome<TraceReading> read_trace(std::istream& in);

/// Whether a text of which this is the beginning is a trace.
[[nodiscard]] bool is_trace(std::string_view beginning);

}  // namespace shardscope
