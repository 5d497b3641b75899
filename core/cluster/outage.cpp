#include "core/cluster/outage.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/base/number_lists.h"
#include "core/base/saturating.h"
#include "core/cluster/gpu_pool.h"

namespace shardscope {

namespace {

using Ranks = std::vector<std::int64_t>;

constexpr std::array<GroupKind, group_kinds> all_kinds = {GroupKind::tp, GroupKind::cp, GroupKind::ep, GroupKind::dp,
                                                          GroupKind::pp};

Ranks ranks_in(const GpuRange& range, const RankMapping& mapping) {
  Ranks ranks;
  for (std::int64_t gpu = range.first; gpu < range.end; ++gpu)
    if (const std::int64_t rank = mapping.rank_on(gpu); rank >= 0) ranks.push_back(rank);
  return ranks;
}

std::int64_t replica_of(std::int64_t rank, const RankMapping& mapping) {
  return mapping.dense.coordinates(rank)[index_of(GroupKind::dp)];
}

/// The groups that stop, by the rank that each begins with.
struct Stopped {
  std::array<std::vector<std::int64_t>, group_kinds> groups;
  std::vector<std::int64_t> replicas;

  void add(GroupKind kind, std::int64_t group) { groups[static_cast<std::size_t>(kind)].push_back(group); }
};

void stop_groups_of(const Ranks& lost, const RankMapping& mapping, Stopped& stopped) {
  for (const std::int64_t rank : lost) {
    for (const GroupKind kind : all_kinds) stopped.add(kind, group_of(mapping, kind, rank).start);
    stopped.replicas.push_back(replica_of(rank, mapping));
  }
}

/// Groups with ranks on both sides of a cut. A replica stops with any tp, cp or pp group of it, and with experts that
/// only lie outside.
void stop_groups_cut(const Ranks& inside, const RankMapping& mapping, Stopped& stopped) {
  for (const GroupKind kind : all_kinds) {
    std::map<std::int64_t, std::int64_t> here;  // ranks inside, by the group's first
    for (const std::int64_t rank : inside) ++here[group_of(mapping, kind, rank).start];
    for (const auto& [group, count] : here) {
      const RankSet set = group_of(mapping, kind, group);
      if (count == set.size()) continue;
      stopped.add(kind, group);
      if (kind == GroupKind::dp) continue;
      for (const std::int64_t rank : inside)
        if (set.contains(rank)) stopped.replicas.push_back(replica_of(rank, mapping));
    }
  }
}

struct Damage {
  std::vector<std::int64_t> gpus;              // that failed
  std::map<std::int64_t, std::int64_t> cards;  // that failed, by their node's first GPU
};

/// The node of the GPU.
GpuRange node_at(const Cluster& cluster, std::int64_t gpu) {
  const std::int64_t size = node_size_at(cluster, gpu), first = gpu / size * size;
  return {first, first + size};
}

void count_spares(Outage& outage, const std::vector<std::int64_t>& failed, const RankMapping& mapping,
                  const Cluster& cluster) {
  const std::int64_t ranks = mapping.dense.ranks;
  outage.spare_gpus = std::max<std::int64_t>(0, mapping.gpus - ranks);
  // Of each site or pool, what lies behind its ranks; the first whole node after them.
  const auto add_behind = [&](std::int64_t begin, std::int64_t end, std::int64_t used) {
    const std::int64_t node = node_size_at(cluster, begin);
    const std::int64_t free = divided_up(begin + used, node);
    outage.spare_nodes += std::max<std::int64_t>(0, end / node - free);
  };
  for (const PoolRanks& pool : mapping.pools) add_behind(pool.first_gpu, pool.first_gpu + pool.gpus, pool.ranks);
  const std::int64_t used = std::min(mapping.ranks_per_site, ranks);
  for (std::int64_t begin = 0; mapping.pools.empty() && begin < mapping.gpus; begin += mapping.gpus_per_site)
    add_behind(begin, std::min(mapping.gpus, begin + mapping.gpus_per_site), used);
  std::set<std::int64_t> replaced, spoiled;
  for (const std::int64_t gpu : failed) {
    const bool at_work = mapping.rank_on(gpu) >= 0;
    if (!at_work) --outage.spare_gpus;
    (at_work ? replaced : spoiled).insert(node_at(cluster, gpu).first);
  }
  for (const std::int64_t first : spoiled) {
    const GpuRange node = node_at(cluster, first);
    bool whole = replaced.count(first) == 0 && node.end <= mapping.gpus;
    for (std::int64_t gpu = node.first; whole && gpu < node.end; ++gpu) whole = mapping.rank_on(gpu) < 0;
    if (whole) --outage.spare_nodes;
  }
  outage.nodes_to_replace = static_cast<std::int64_t>(replaced.size());
  outage.spares_suffice = outage.nodes_to_replace <= outage.spare_nodes;
}

void take_failure(const Failure& failure, const Fabric& fabric, const RankMapping& mapping, const Cluster& cluster,
                  Damage& damage, Stopped& stopped) {
  const GpuRange range = gpus_of(failure, fabric);
  if (!failure.link) {
    for (std::int64_t gpu = range.first; gpu < range.end; ++gpu) damage.gpus.push_back(gpu);
    return;
  }
  if (failure.rail >= 0) {
    for (std::int64_t first = range.first; first < range.end; first = node_at(cluster, first).end)
      if (first + failure.rail < std::min(range.end, node_at(cluster, first).end))
        ++damage.cards[node_at(cluster, first).first];
    return;
  }
  if (failure.level == LevelKind::gpu && node_size_at(cluster, range.first) > 1) {
    if (range.first < range.end) ++damage.cards[node_at(cluster, range.first).first];
    return;
  }
  stop_groups_cut(ranks_in(range, mapping), mapping, stopped);
}

}  // namespace

const FabricLevel* rail_level(const Fabric& fabric) {
  if (fabric.topology != TopologyKind::rail_optimized) return nullptr;
  for (const LevelKind kind : {LevelKind::pod, LevelKind::hall, LevelKind::site, LevelKind::rack})
    if (const FabricLevel* level = fabric.find(kind)) return level;
  return nullptr;
}

GpuRange gpus_of(const Failure& failure, const Fabric& fabric) {
  const FabricLevel* level = fabric.find(failure.level);
  if (level == nullptr) return {};
  const std::int64_t gpus = failure.gpus > 0 ? failure.gpus : level->gpus;
  if (failure.unit < 0 || failure.unit >= divided_up(fabric.gpus, gpus)) return {};
  const std::int64_t first = failure.unit * gpus;
  return {first, std::min(fabric.gpus, first + gpus)};
}

Outage outage_of(std::span<const Failure> failures, const RankMapping& mapping, const Cluster& cluster) {
  const Fabric fabric = fabric_of(cluster);
  Damage damage;
  Stopped stopped;
  for (const Failure& failure : failures) take_failure(failure, fabric, mapping, cluster, damage, stopped);
  sort_distinct(damage.gpus);
  Ranks lost;
  for (const std::int64_t gpu : damage.gpus)
    if (const std::int64_t rank = mapping.rank_on(gpu); rank >= 0) lost.push_back(rank);
  stop_groups_of(lost, mapping, stopped);

  Outage outage;
  for (const auto& [first, cards] : damage.cards) {
    const GpuRange range = node_at(cluster, first);
    const std::int64_t node = range.end - range.first;
    const double left = static_cast<double>(node - std::min(node, cards)) / static_cast<double>(node);
    outage.cards_left = std::min(outage.cards_left, left);
    if (cards < node) continue;
    stop_groups_cut(ranks_in(range, mapping), mapping, stopped);
  }
  outage.gpus_lost = static_cast<std::int64_t>(damage.gpus.size());
  outage.ranks_lost = static_cast<std::int64_t>(lost.size());
  for (const GroupKind kind : all_kinds) {
    std::vector<std::int64_t>& groups = stopped.groups[static_cast<std::size_t>(kind)];
    sort_distinct(groups);
    outage.groups[static_cast<std::size_t>(kind)] = {groups_of(mapping, kind),
                                                     static_cast<std::int64_t>(groups.size())};
  }
  sort_distinct(stopped.replicas);
  outage.replicas = mapping.dense.degree[index_of(GroupKind::dp)];
  outage.replicas_stopped = static_cast<std::int64_t>(stopped.replicas.size());
  outage.stopped = std::move(stopped.replicas);
  count_spares(outage, damage.gpus, mapping, cluster);
  return outage;
}

}  // namespace shardscope
