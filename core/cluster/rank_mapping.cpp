#include "core/cluster/rank_mapping.h"

#include <algorithm>

#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"

namespace shardscope {

namespace {}  // namespace

GroupKinds along(std::initializer_list<GroupKind> kinds) {
  GroupKinds chosen = {};
  for (const GroupKind kind : kinds) chosen[index_of(kind)] = true;
  return chosen;
}

std::int64_t RankSet::size() const {
  std::int64_t product = 1;
  for (std::size_t k = 0; k < runs; ++k) product = saturating_product({product, run[k].count});
  return product;
}

std::int64_t RankSet::member(std::int64_t i) const {
  std::int64_t rank = start;
  for (std::size_t k = 0; k < runs; ++k) {
    rank += i % run[k].count * run[k].stride;
    i /= run[k].count;
  }
  return rank;
}

bool RankSet::contains(std::int64_t rank) const {
  std::int64_t rest = rank - start;
  if (rest < 0) return false;
  // Runs lie in the order of their strides, each stride beyond what the runs before it reach.
  for (std::size_t k = runs; k-- > 0;) {
    const std::int64_t steps = std::min(rest / run[k].stride, run[k].count - 1);
    rest -= steps * run[k].stride;
  }
  return rest == 0;
}

RankGrid make_grid(const std::array<std::int64_t, group_kinds>& degree, const RankOrder& order) {
  RankGrid grid;
  grid.order = order;
  for (const GroupKind kind : order) {
    grid.degree[index_of(kind)] = at_least_one(degree[index_of(kind)]);
    grid.stride[index_of(kind)] = grid.ranks;
    grid.ranks = saturating_product({grid.ranks, grid.degree[index_of(kind)]});
  }
  return grid;
}

Coordinates RankGrid::coordinates(std::int64_t rank) const {
  Coordinates at = {};
  for (std::size_t k = 0; k < group_kinds; ++k) at[k] = rank / stride[k] % degree[k];
  return at;
}

RankSet RankGrid::group(GroupKinds kinds, std::int64_t rank) const {
  const Coordinates at = coordinates(rank);
  RankSet set;
  set.start = rank;
  for (const GroupKind kind : order) {
    const std::size_t k = index_of(kind);
    if (!kinds[k] || degree[k] == 1) continue;
    set.start -= at[k] * stride[k];
    RankRun* last = set.runs > 0 ? &set.run[set.runs - 1] : nullptr;
    if (last != nullptr && saturating_product({last->count, last->stride}) == stride[k])
      last->count = saturating_product({last->count, degree[k]});
    else
      set.run[set.runs++] = {degree[k], stride[k]};
  }
  return set;
}

std::int64_t RankGrid::groups(GroupKinds kinds) const {
  std::int64_t count = 1;
  for (std::size_t k = 0; k < group_kinds; ++k)
    if (!kinds[k]) count = saturating_product({count, degree[k]});
  return count;
}

RankGrid dense_grid(const Plan& plan, const RankOrder& order) {
  return make_grid({plan.tp, plan.cp, 1, replicas_of(plan), plan.pp}, order);
}

namespace {

/// Ranks of a site: whole parts of the slowest dimension, else whole scale-up domains, else what its GPUs hold.
std::int64_t site_ranks(const RankGrid& grid, std::int64_t domain, std::int64_t sites, std::int64_t site_gpus,
                        std::int64_t gpus) {
  if (sites <= 1) return std::max(grid.ranks, site_gpus);
  const auto fits = [&](std::int64_t each) {
    const std::int64_t used = divided_up(grid.ranks, each);  // sites with ranks
    return each <= site_gpus && used <= sites && grid.ranks - (used - 1) * each <= gpus - (used - 1) * site_gpus;
  };
  for (std::size_t k = group_kinds; k-- > 0;) {
    const std::size_t slowest = index_of(grid.order[k]);
    if (grid.degree[slowest] == 1) continue;
    const std::int64_t parts = saturating_product({divided_up(grid.degree[slowest], sites), grid.stride[slowest]});
    if (fits(parts)) return parts;
    break;
  }
  const std::int64_t domains = saturating_product({divided_up(divided_up(grid.ranks, sites), domain), domain});
  return fits(domains) ? domains : site_gpus;
}

std::vector<PoolRanks> ranks_of_pools(const RankGrid& grid, const Cluster& cluster) {
  const std::int64_t part = ranks_of_part(grid);
  const std::vector<std::int64_t> held = parts_of_pools(cluster, part, grid.ranks / part);
  if (held.empty()) return {};
  std::vector<PoolRanks> pools = pool_parts(cluster);
  std::int64_t rank = 0;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    pools[i].first_rank = rank, pools[i].ranks = held[i] * part;
    rank += pools[i].ranks;
  }
  return pools;
}

}  // namespace

std::int64_t ranks_of_part(const RankGrid& grid) {
  for (std::size_t k = group_kinds; k-- > 0;)
    if (const std::size_t slowest = index_of(grid.order[k]); grid.degree[slowest] > 1) return grid.stride[slowest];
  return grid.ranks;
}

std::vector<PoolRanks> pool_parts(const Cluster& cluster) {
  const std::int64_t each = gpus_of_site(cluster), last = at_least_one(cluster.sites.number) - 1;
  std::vector<PoolRanks> parts;
  std::int64_t gpu = 0;
  for (std::size_t i = 0; i < cluster.pools.size(); ++i)
    for (std::int64_t left = cluster.pools[i].gpus; left > 0;) {
      const std::int64_t site = std::min(gpu / each, last);
      const std::int64_t here = site < last ? std::min(left, (site + 1) * each - gpu) : left;
      parts.push_back({0, 0, gpu, here, i, site});
      gpu += here, left -= here;
    }
  return parts;
}

std::vector<std::int64_t> parts_of_pools(const Cluster& cluster, std::int64_t part_ranks, std::int64_t wanted) {
  std::vector<std::int64_t> held;
  for (const PoolRanks& part : pool_parts(cluster)) held.push_back(part.gpus / at_least_one(part_ranks));
  const auto capped = [&](std::int64_t cap) {
    std::int64_t sum = 0;
    for (const std::int64_t each : held) sum = saturating_sum(sum, std::min(each, cap));
    return sum;
  };
  if (held.empty() || capped(wanted) < wanted) return {};
  std::int64_t low = 0, high = wanted;  // the highest cap under which they hold no more than is wanted
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    capped(middle) <= wanted ? low = middle : high = middle - 1;
  }
  std::int64_t left = wanted - capped(low);
  for (std::size_t i = held.size(); i-- > 0;) {
    const bool more = held[i] > low && left > 0;
    held[i] = std::min(held[i], low) + (more ? 1 : 0);
    left -= more ? 1 : 0;
  }
  return held;
}

RankMapping map_ranks(const Plan& plan, const Cluster& cluster) {
  const std::int64_t tp = at_least_one(plan.tp), cp = at_least_one(plan.cp), dp = replicas_of(plan);
  const std::int64_t pp = at_least_one(plan.pp), ep = at_least_one(plan.ep), etp = at_least_one(expert_tensor_of(plan));
  const std::int64_t expert_data = at_least_one(saturating_product({tp, cp, dp}) / saturating_product({ep, etp}));
  const RankOrder order = rank_order_of(plan, cluster);
  RankMapping mapping;
  mapping.dense = dense_grid(plan, order);
  mapping.experts = make_grid({etp, 1, ep, expert_data, pp}, order);
  mapping.gpus = at_least_one(cluster.gpus);
  mapping.gpus_per_site = gpus_of_site(cluster);
  const std::int64_t domain = gpus_of_domain(cluster);
  mapping.ranks_per_site =
      site_ranks(mapping.dense, domain, at_least_one(cluster.sites.number), mapping.gpus_per_site, mapping.gpus);
  mapping.gpus_per_site = std::max(mapping.gpus_per_site, mapping.ranks_per_site);
  if (is_mixed(cluster)) mapping.pools = ranks_of_pools(mapping.dense, cluster);
  return mapping;
}

std::int64_t RankMapping::gpu_of(std::int64_t rank) const {
  for (const PoolRanks& pool : pools)
    if (rank < pool.first_rank + pool.ranks) return pool.first_gpu + rank - pool.first_rank;
  return rank / ranks_per_site * gpus_per_site + rank % ranks_per_site;
}

std::int64_t RankMapping::rank_on(std::int64_t gpu) const {
  for (const PoolRanks& pool : pools)
    if (gpu >= pool.first_gpu && gpu < pool.first_gpu + pool.gpus)
      return gpu - pool.first_gpu < pool.ranks ? pool.first_rank + gpu - pool.first_gpu : -1;
  if (!pools.empty()) return -1;
  const std::int64_t within = gpu % gpus_per_site;
  if (gpu < 0 || gpu >= gpus || within >= ranks_per_site) return -1;
  const std::int64_t rank = gpu / gpus_per_site * ranks_per_site + within;
  return rank < dense.ranks ? rank : -1;
}

std::int64_t RankMapping::site_of(std::int64_t rank) const {
  for (const PoolRanks& pool : pools)
    if (rank < pool.first_rank + pool.ranks) return pool.site;
  return rank / ranks_per_site;
}

std::int64_t RankMapping::border_after(std::int64_t rank) const {
  if (pools.empty())
    return std::min(dense.ranks, saturating_product({saturating_sum(rank / ranks_per_site, 1), ranks_per_site}));
  const std::int64_t site = site_of(rank);
  for (const PoolRanks& pool : pools)
    if (pool.site > site && pool.ranks > 0) return pool.first_rank;
  return dense.ranks;
}

namespace {

struct GroupMeaning {
  const RankGrid& grid;
  GroupKinds kinds;
};

GroupMeaning meaning_of(const RankMapping& mapping, GroupKind kind) {
  if (kind == GroupKind::ep) return {mapping.experts, along({GroupKind::ep})};
  if (kind == GroupKind::dp) return {mapping.dense, along({GroupKind::dp, GroupKind::cp})};
  return {mapping.dense, along({kind})};
}

}  // namespace

RankSet group_of(const RankMapping& mapping, GroupKind kind, std::int64_t rank) {
  const GroupMeaning meaning = meaning_of(mapping, kind);
  return meaning.grid.group(meaning.kinds, rank);
}

RankSet expert_tensor_group_of(const RankMapping& mapping, std::int64_t rank) {
  return mapping.experts.group(along({GroupKind::tp}), rank);
}

std::int64_t groups_of(const RankMapping& mapping, GroupKind kind) {
  const GroupMeaning meaning = meaning_of(mapping, kind);
  return meaning.grid.groups(meaning.kinds);
}

namespace {

/// Of ranks [0, end) those that are the first of their group: where all of the shape's runs [0, runs) stand at 0.
std::int64_t first_members(const RankSet& shape, std::size_t runs, std::int64_t end) {
  if (runs == 0) return end;
  const RankRun& run = shape.run[runs - 1];
  const std::int64_t block = saturating_product({run.stride, run.count});
  const std::int64_t rest = first_members(shape, runs - 1, std::min(end % block, run.stride));
  if (end < block) return rest;
  return saturating_sum(rest, saturating_product({end / block, first_members(shape, runs - 1, run.stride)}));
}

}  // namespace

SiteCrossing crossing_of(const RankSet& shape, const RankMapping& mapping) {
  SiteCrossing crossing;
  const std::int64_t first = mapping.border_after(0);
  if (shape.runs == 0 || first >= mapping.dense.ranks) return crossing;
  const RankRun& last = shape.run[shape.runs - 1];
  const std::int64_t block = saturating_product({last.stride, last.count});  // groups repeat after it
  const std::int64_t groups = first_members(shape, shape.runs, block);
  std::int64_t at = -1, sites = 1;
  for (std::int64_t border = first; border < mapping.dense.ranks; border = mapping.border_after(border)) {
    if (border / block != at) at = border / block, sites = 1;
    const std::int64_t before = border % block;
    // Groups that begin before the border, and that end behind it: a block read backwards is one read forwards.
    const std::int64_t straddling =
        first_members(shape, shape.runs, before) + first_members(shape, shape.runs, block - before) - groups;
    if (before == 0 || straddling <= 0) continue;
    crossing.sites = std::min(shape.size(), std::max(crossing.sites, ++sites));
    crossing.groups = std::max(crossing.groups, straddling);
  }
  return crossing;
}

std::int64_t units_touched(const RankSet& set, std::int64_t unit_gpus) {
  const std::int64_t unit = at_least_one(unit_gpus);
  std::int64_t apart = 1, reach = 0;  // runs whose members lie in different units; what the others span
  for (std::size_t k = 0; k < set.runs; ++k) {
    const RankRun& run = set.run[k];
    if (run.stride >= unit)
      apart = saturating_product({apart, run.count});
    else
      reach = saturating_sum(reach, saturating_product({run.count - 1, run.stride}));
  }
  return saturating_product({apart, reach / unit + 1});
}

}  // namespace shardscope
