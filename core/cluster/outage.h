// What stops when parts of a cluster fail: the ranks on them, their groups, and what can go on.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cluster/fabric.h"
#include "core/cluster/rank_mapping.h"

namespace shardscope {

/// One failed unit: the unit-th GPU, node, rack, pod... of the cluster; or only its links up, its GPUs still running;
/// or one rail's switch in it, which joins the rail-th GPUs of its nodes.
struct Failure {
  LevelKind level = LevelKind::gpu;
  std::int64_t unit = 0;
  bool link = false;
  std::int64_t rail = -1;
  std::int64_t gpus = 0;  // of a node where its pool's have another size than the cluster's; `unit` counts such nodes

  bool operator==(const Failure&) const = default;
};

struct GroupOutage {
  std::int64_t groups = 0, stopped = 0;
};

struct Outage {
  std::int64_t gpus_lost = 0, ranks_lost = 0;
  std::array<GroupOutage, group_kinds> groups;      // by GroupKind; dp are those that hold the same dense weights
  std::int64_t replicas = 0, replicas_stopped = 0;  // of the model: all ranks with the same data-parallel coordinate
  std::vector<std::int64_t> stopped;                // those coordinates, ascending
  std::int64_t spare_gpus = 0, spare_nodes = 0;     // without a rank and not failed; whole nodes of them
  std::int64_t nodes_to_replace = 0;                // nodes with a rank on a failed GPU
  bool spares_suffice = true;                       // to put every node replaced on a spare one
  /// A GPU's card or rail that failed: what a node's groups have left of its cards, the worst of the nodes. 1: none
  /// did.
  double cards_left = 1;

  /// Of the throughput, where training goes on without the replicas that stopped.
  [[nodiscard]] double replicas_left() const {
    return replicas > 0 ? static_cast<double>(replicas - replicas_stopped) / static_cast<double>(replicas) : 0;
  }
};

/// A group stops when one of its ranks is lost, or when a unit whose links up failed holds a part of it. Without its
/// card or its rail a GPU goes on over the other cards of its node (over the scale-up link to another rail: NCCL's
/// PXN); in a node without others its links up are gone. O(GPUs that failed).
[[nodiscard]] Outage outage_of(std::span<const Failure> failures, const RankMapping& mapping, const Cluster& cluster);

/// GPUs [first, end) of a unit; empty where the cluster has no such unit.
struct GpuRange {
  std::int64_t first = 0, end = 0;
};
[[nodiscard]] GpuRange gpus_of(const Failure& failure, const Fabric& fabric);

/// The level whose units have rails: a pod where there are some, else what joins a site's racks; null where the fabric
/// has no rails or nothing beyond a node.
[[nodiscard]] const FabricLevel* rail_level(const Fabric& fabric);

}  // namespace shardscope
