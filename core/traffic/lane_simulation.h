// Kernels and traffic beside each other on one GPU, as a profiler shows them: each lane is a stream that runs its tasks
// in order, each as soon as what it waits for has ended. While kernels and traffic run at once both slow down
// (Contention); what the host does slows nobody.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/pipeline/exchange.h"

namespace shardscope {

struct LaneEntry {
  std::string_view json;    // "data_in"
  std::string_view words;   // "Gathers"
  std::string_view stream;  // as frameworks call the stream
};
// clang-format off
#define SHARDSCOPE_LANE(entry) \
  entry(compute, "compute", "Compute", "default stream") \
  entry(tensor, "tensor", "Tensor", "NCCL tensor-parallel stream") \
  entry(context, "context", "Context", "NCCL context-parallel stream") \
  entry(expert, "expert", "Experts", "NCCL expert-parallel stream") \
  entry(data_in, "data_in", "Gathers", "FSDP all-gather stream") \
  entry(data_out, "data_out", "Scatters", "FSDP reduce-scatter stream") \
  entry(host, "host", "Host", "host thread")
// clang-format on
SHARDSCOPE_TABLE(LaneKind, LaneEntry, SHARDSCOPE_LANE)
inline constexpr std::size_t lane_kinds = count_of<LaneKind>;

struct LaneTask {
  LaneKind lane = LaneKind::compute;
  Seconds alone;  // with nothing beside it
  /// Tasks before it in the list that must have ended; -1: none.
  std::array<std::int32_t, 3> after = {-1, -1, -1};

  /// One more that must have ended. Requires room.
  void wait_for(std::int32_t task);
};

struct LaneSpan {
  double start = 0, end = 0;  // seconds
};

/// Of each task. Tasks of a lane run in the order of the list. At most linear in tasks times lanes.
[[nodiscard]] std::vector<LaneSpan> run_lanes(std::span<const LaneTask> tasks, const Contention& contention);

/// By how many seconds later each task could end, all else as it ran, before the last of all ended later: what waits
/// for it and what its lane runs after it would start later, each taking what it took. 0 on the critical path.
[[nodiscard]] std::vector<double> slack_of(std::span<const LaneTask> tasks, std::span<const LaneSpan> spans);

/// When the last of them has ended.
[[nodiscard]] double makespan_of(std::span<const LaneSpan> spans);

}  // namespace shardscope
