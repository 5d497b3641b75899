// core/cluster: where ranks land and what lies between them. In: Cluster, Plan. Out: the levels from a GPU up to
// several sites (fabric.h), each rank's coordinates and each group's members in O(1) (rank_mapping.h), the times of
// collectives (collectives.h), what stops when something fails (outage.h). Nothing here grows with the GPUs: a
// million of them are a few levels and strides.
//
// This file: the tree of levels. A unit of a level holds `gpus` GPUs, `fan_out` units of the level below; they are
// joined by links of which `bandwidth` is one GPU's share.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/units.h"
#include "core/cluster/level_kind.h"
#include "core/scenario/parts/cluster.h"

namespace shardscope {

struct FabricLevel {
  LevelKind kind = LevelKind::gpu;
  std::int64_t gpus = 1;        // of one unit; of the last unit fewer, where the cluster ends
  std::int64_t fan_out = 1;     // units of the level below
  BytesPerSecond bandwidth;     // a GPU's share of the links that join the units below, one direction
  Seconds latency;              // of a message over them
  double oversubscription = 1;  // of the units below: what their GPUs can send over what their links up carry
  bool reduces = false;         // its switches add up (NVLink SHARP, SHARP)
};

/// From the GPU up; only levels that the cluster has.
struct Fabric {
  TopologyKind topology = TopologyKind::rail_optimized;
  std::array<std::int64_t, 3> torus = {1, 1, 1};  // GPUs along each axis, of a torus
  std::int64_t gpus = 0;
  std::array<FabricLevel, level_kinds> level;
  std::size_t count = 0;

  [[nodiscard]] std::span<const FabricLevel> levels() const { return {level.data(), count}; }
  /// The level of that kind, or null.
  [[nodiscard]] const FabricLevel* find(LevelKind kind) const;
};

/// The cluster's levels. Scale-up links come first, with the share of them that collectives reach; then the network
/// card, shared by what leaves a rack, a pod and a hall divided by each one's oversubscription; then the fibre.
/// What switches join: in a plain fat tree a rack's GPUs, and racks meet above. Rails have none in racks: the n-th GPUs
/// of all of a pod's nodes share one, and other GPUs of a node are reached over its scale-up link first (NCCL's PXN),
/// so that nothing within a pod goes further up; a rack's oversubscription is nothing there. Each tier of switches
/// passed adds its latency. (Juniper, "Rail Optimized Fabric"; NVIDIA, "Doubling all2all Performance with NCCL 2.12",
/// 2022.) A dragonfly's links between pods count half for traffic between neighbours: minimal routes would crowd one
/// link of many, so half of it takes a detour (Kim, Dally, Scott, Abts 2008, "Technology-Driven, Highly-Scalable
/// Dragonfly Topology", section 4: Valiant routing halves the throughput of adversarial patterns).
[[nodiscard]] Fabric fabric_of(const Cluster& cluster);

/// GPUs of a site: an even part of them in whole scale-up domains, or whole nodes where the domains are too few, as no
/// building ends inside a machine. The last site has what is left.
[[nodiscard]] std::int64_t gpus_of_site(const Cluster& cluster);

/// GPUs of a scale-up domain (a node where there is none wider), cut where several sites leave less to each.
[[nodiscard]] std::int64_t gpus_of_domain(const Cluster& cluster);

/// Light needs 3/2 of its time in vacuum through glass: distance / (2/3 c).
[[nodiscard]] Seconds fibre_latency(double meters);

/// Whether the GPU's switches add up: NVLink 4 and later with NVSwitch (Hopper and Blackwell in domains of 4 or more).
[[nodiscard]] bool scale_up_reduces(const Cluster& cluster);

/// Three factors of `gpus` as near to each other as they come, the largest last.
[[nodiscard]] std::array<std::int64_t, 3> near_cube(std::int64_t gpus);

/// The nearest level that holds both GPUs, in the fabric's list.
[[nodiscard]] const FabricLevel& common_level(const Fabric& fabric, std::int64_t gpu, std::int64_t other);

}  // namespace shardscope
