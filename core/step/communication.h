// What the groups of a plan exchange in a step, a row each, as a report has it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/cluster/algorithms.h"
#include "core/cluster/group_span.h"
#include "core/cluster/level_kind.h"

namespace shardscope {

/// Indexed by GroupKind.
using BytesByKind = std::array<Bytes, group_kinds>;

/// Of a collective's bytes, those that a GPU's share of one level's links carries. There members `apart` places from
/// each other in their group meet, within runs of `within` places.
struct HopTraffic {
  LevelKind level = LevelKind::gpu;
  double share = 0;
  std::int64_t apart = 1, within = 1;
};

struct Communication {
  GroupKind kind = GroupKind::tp;
  std::string_view collective;  // "all-gather and reduce-scatter"
  std::string_view algorithm;   // "ring"
  std::int64_t group_size = 1;
  Level crosses = Level::gpu;
  Bytes bytes_per_gpu_per_step;
  Seconds time, exposed;
  BytesPerSecond algorithm_bandwidth, bus_bandwidth;  // of one collective, as nccl-tests count them
  std::vector<LevelKind> levels;                      // that the group's traffic crosses, the nearest first
  CollectiveWay way = CollectiveWay::none;            // `algorithm` as a value
  std::vector<HopTraffic> hops;                       // over those levels
};

}  // namespace shardscope
