#include "core/step/level_loads.h"

#include <algorithm>

#include "core/base/saturating.h"
#include "core/cluster/fabric.h"
#include "core/cluster/route.h"

namespace shardscope {

namespace {

/// Whether the level is joined by the links of the one above: a node inside a wider scale-up domain.
bool has_no_links(const Fabric& fabric, const FabricLevel& level) {
  const FabricLevel* domain = fabric.find(LevelKind::domain);
  return level.kind == LevelKind::gpu ||
         (level.kind == LevelKind::node && domain != nullptr && level.gpus < domain->gpus);
}

/// What a level's links carry. Messages without end reach more of a scale-up link than its usual share.
BytesPerSecond capacity_of(const FabricLevel& level, const Cluster& cluster) {
  return level.gpus <= gpus_of_domain(cluster) ? level.bandwidth * cluster.constants.link_gain : level.bandwidth;
}

}  // namespace

std::vector<HopTraffic> hop_traffic(const Carried& carried, const GroupSpan& group, const Cluster& cluster) {
  std::vector<HopTraffic> hops;
  if (!(carried.sent > Bytes{})) return hops;
  const auto share = [&](LevelKind level) { return carried.through[index_of(level)] / carried.sent; };
  const Route route = route_of(group, cluster);
  for (const Hop& hop : route.hops()) {
    const auto places = [&](double parts) { return at_least_one(static_cast<std::int64_t>(route.size / parts)); };
    hops.push_back({hop.kind, share(hop.kind), places(hop.below), places(hop.units)});
  }
  for (std::size_t i = 0; i < level_kinds; ++i) {
    const auto level = static_cast<LevelKind>(i);
    const auto farther =
        std::find_if(hops.begin(), hops.end(), [&](const HopTraffic& hop) { return hop.level >= level; });
    const bool there = farther != hops.end() && farther->level == level;
    if (!there && share(level) > 0) hops.insert(farther, {level, share(level), 1, group.size});
  }
  return hops;
}

std::vector<LevelLoad> level_loads(std::span<const CarriedByKind> ranks, const Cluster& cluster, Seconds step) {
  std::vector<LevelLoad> loads;
  const Fabric fabric = fabric_of(cluster);
  for (const FabricLevel& level : fabric.levels())
    if (!has_no_links(fabric, level))
      loads.push_back({level.kind, level.gpus, capacity_of(level, cluster), Bytes{}, Seconds{}, 0, {}});
  for (LevelLoad& load : loads) {
    for (const CarriedByKind& rank : ranks) {
      BytesByKind by_kind;
      Bytes bytes;
      for (std::size_t kind = 0; kind < group_kinds; ++kind)
        bytes += by_kind[kind] = rank[kind].through[index_of(load.level)];
      if (bytes > load.bytes) load.bytes = bytes, load.by_kind = by_kind;
    }
    if (load.capacity.value > 0) load.busy = load.bytes / load.capacity;
    load.load = load.busy / step;
  }
  std::stable_sort(loads.begin(), loads.end(), [](const LevelLoad& a, const LevelLoad& b) { return a.load > b.load; });
  return loads;
}

}  // namespace shardscope
