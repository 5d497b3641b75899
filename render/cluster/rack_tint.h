// What failures do to the colours of GPUs: those that failed, those that stopped with them, those that go on.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/cluster/outage.h"
#include "render/cluster/rack_colors.h"
#include "render/text/theme.h"

namespace shardscope {

/// A rail that failed: the rail-th of each node's GPUs among these.
struct RailMark {
  GpuRange gpus;
  std::int64_t rail = 0;
};

/// Failed GPUs, links and rails, and the replicas that stopped, ascending. Empty while nothing failed.
struct FailureMarks {
  std::vector<GpuRange> gpus, links;
  std::vector<RailMark> rails;
  std::vector<std::int64_t> stopped;
};
[[nodiscard]] FailureMarks failure_marks(std::span<const Failure> failures, const Fabric& fabric, const Outage& outage);

enum class GpuState { running, stopped, failed };

struct RackTint {
  const FailureMarks* marks = nullptr;

  [[nodiscard]] bool any() const { return marks != nullptr && (!marks->gpus.empty() || !marks->links.empty()); }
  [[nodiscard]] GpuState state(const RackColors& colors, std::int64_t gpu) const;
  /// The colour of GPUs [first, end) as one cell: red where one of them failed, pale by how many have stopped (asked of
  /// each `step`-th).
  [[nodiscard]] ImU32 tinted(const RackColors& colors, const Theme& theme, ImU32 color, const GpuRange& gpus,
                             std::int64_t step) const;
};

}  // namespace shardscope
