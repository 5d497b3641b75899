// How much of each level's links a step uses.
#pragma once

#include <span>
#include <vector>

#include "core/cluster/collectives.h"
#include "core/step/communication.h"

namespace shardscope {

/// One level's links, as a step loads them: of the pipeline rank whose GPUs send most through it.
struct LevelLoad {
  LevelKind level = LevelKind::gpu;
  std::int64_t gpus = 1;    // of one unit
  BytesPerSecond capacity;  // a GPU's share of the unit's links up, one direction
  Bytes bytes;              // that a GPU sends through them in a step
  Seconds busy;             // how long that takes
  double load = 0;          // of the step
  BytesByKind by_kind;      // the bytes, by whose traffic they are
};

/// Where a row's bytes go, as shares of what a GPU sends: over the levels that its group crosses, and over others where
/// a part of them is another group's (experts').
[[nodiscard]] std::vector<HopTraffic> hop_traffic(const Carried& carried, const GroupSpan& group,
                                                  const Cluster& cluster);

/// What a GPU's share of each level's links carries in a step, one direction, from what each pipeline rank sends
/// (rank_traffic.h). Hottest first: by the share of the step that the links are busy.
[[nodiscard]] std::vector<LevelLoad> level_loads(std::span<const CarriedByKind> ranks, const Cluster& cluster,
                                                 Seconds step);

}  // namespace shardscope
