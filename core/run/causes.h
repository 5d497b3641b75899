// Why runs stop: the causes of Llama 3's interruptions, as shares for every other run.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/base/choice.h"
#include "core/scenario/parts/run.h"

namespace shardscope {

#define SHARDSCOPE_CAUSE_GROUP(entry)                                                         \
  entry(gpu, "GPU") entry(network, "network") entry(host, "host") entry(software, "software") \
      entry(maintenance, "maintenance") entry(unexplained, "unexplained")
SHARDSCOPE_TABLE(CauseGroup, std::string_view, SHARDSCOPE_CAUSE_GROUP)
inline constexpr std::size_t cause_group_count = count_of<CauseGroup>;

struct InterruptionCause {
  std::string_view name;
  CauseGroup group = CauseGroup::gpu;
  int count = 0;
};

/// The unexpected interruptions of Llama 3's log (core/scenario/parts/run.h), table 5 there. A node leaves for repair
/// where its GPU or host failed.
inline constexpr std::array<InterruptionCause, 18> interruption_causes = {{
    {"faulty GPU", CauseGroup::gpu, 148},
    {"GPU memory", CauseGroup::gpu, 72},
    {"software bug", CauseGroup::software, 54},
    {"network switch or cable", CauseGroup::network, 35},
    {"unplanned host maintenance", CauseGroup::maintenance, 32},
    {"GPU's SRAM", CauseGroup::gpu, 19},
    {"GPU's system processor", CauseGroup::gpu, 17},
    {"network adapter", CauseGroup::host, 7},
    {"collective timed out", CauseGroup::unexplained, 7},
    {"silent data corruption", CauseGroup::gpu, 6},
    {"GPU's thermal interface or sensor", CauseGroup::gpu, 6},
    {"SSD", CauseGroup::host, 3},
    {"power supply", CauseGroup::host, 3},
    {"server chassis", CauseGroup::host, 2},
    {"expansion board", CauseGroup::host, 2},
    {"dependency", CauseGroup::software, 2},
    {"CPU", CauseGroup::host, 2},
    {"host memory", CauseGroup::host, 2},
}};

[[nodiscard]] constexpr int interruptions_of(CauseGroup group) {
  int sum = 0;
  for (const InterruptionCause& cause : interruption_causes)
    if (cause.group == group) sum += cause.count;
  return sum;
}
static_assert([] {
  int sum = 0;
  for (const InterruptionCause& cause : interruption_causes) sum += cause.count;
  return sum == llama3_log::unexpected;
}());

/// Share of failures after which a node is repaired.
inline constexpr double node_leaves_share =
    static_cast<double>(interruptions_of(CauseGroup::gpu) + interruptions_of(CauseGroup::host)) /
    llama3_log::unexpected;

}  // namespace shardscope
