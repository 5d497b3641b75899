#include "core/cluster/group_span.h"

#include <algorithm>

#include "core/base/saturating.h"
#include "core/cluster/fabric.h"

namespace shardscope {

namespace {

/// Members of a set that share a unit: of the group that begins at a unit's beginning.
std::int64_t members_in(const RankSet& set, std::int64_t unit) {
  std::int64_t members = 1;
  for (std::size_t k = 0; k < set.runs; ++k)
    if (set.run[k].stride < unit)
      members = saturating_product({members, std::min(set.run[k].count, at_least_one(unit / set.run[k].stride))});
  return members;
}

/// The first `count` members of a set whose runs `count` divides, and how the rest repeats them.
struct Division {
  RankSet inner, outer;
};
Division divide(const RankSet& set, std::int64_t count) {
  Division division;
  std::int64_t left = at_least_one(count);
  for (std::size_t k = 0; k < set.runs; ++k) {
    const RankRun& run = set.run[k];
    const std::int64_t taken = std::min(run.count, left);
    if (taken > 1) division.inner.run[division.inner.runs++] = {taken, run.stride};
    const std::int64_t rest = run.count / taken;
    if (rest > 1) division.outer.run[division.outer.runs++] = {rest, saturating_product({run.stride, taken})};
    left = at_least_one(left / taken);
  }
  return division;
}

RankSet gradient_group(const RankMapping& mapping) {
  return group_of(mapping, GroupKind::dp, 0);
}

/// The group's members on the first site, which has the most of them.
RankSet on_one_site(RankSet set, const RankMapping& mapping) {
  const std::int64_t border = mapping.border_after(0);
  while (set.runs > 0) {
    RankRun& last = set.run[set.runs - 1];
    last.count = std::min(last.count, divided_up(border, last.stride));
    if (last.count > 1) break;
    --set.runs;
  }
  return set;
}

/// Where sites make steps of their own, a group's part on one of them; else all of it.
struct StepGroup {
  RankSet set;
  bool apart = false;
};
StepGroup within_step(const RankSet& set, const RankMapping& mapping, const Cluster& cluster, const Plan& plan) {
  const bool apart = has_sites(cluster) && plan.local_steps > 1 && crossing_of(set, mapping).sites > 1;
  return {apart ? on_one_site(set, mapping) : set, apart};
}

void meet_slower_pools(GroupSpan& span, const Cluster& cluster) {
  const double link = cluster.gpu.scale_up_rate(), card = cluster.scale_out_bandwidth;
  for (const Pool& pool : cluster.pools) {
    if (link > 0) span.slower_link = std::min(span.slower_link, pool.gpu.scale_up_rate() / link);
    if (card > 0) span.slower_card = std::min(span.slower_card, pool.scale_out_bandwidth.value_or(card) / card);
  }
}

WorkKind work_of(GroupKind kind) {
  switch (kind) {
    case GroupKind::tp:
      return WorkKind::tensor;
    case GroupKind::cp:
      return WorkKind::context;
    case GroupKind::ep:
      return WorkKind::expert;
    case GroupKind::pp:
      return WorkKind::pipeline;
    case GroupKind::dp:
      break;
  }
  return WorkKind::data;
}

GroupSpan taking(GroupSpan span, GroupKind kind, const Cluster& cluster) {
  span.taken = cluster.work[work_of(kind)];
  return span;
}

GroupSpan compressed(GroupSpan span, const Plan& plan) {
  span.compression = std::max(1.0, plan.gradient_compression);
  return span;
}

/// Over the sites that groups of its kind lie on, though this one may lie in a single domain.
GroupSpan astride(GroupSpan span) {
  if (span.sites > 1) span.crosses = Reach::site;
  if (span.sites <= span.domains) return span;
  span.domains = span.sites;
  span.in_domain = divided_up(span.size, span.sites);
  return span;
}

GroupSpan span_as_it_lies(const RankSet& ranks, const Cluster& cluster, const Plan& plan) {
  GroupSpan span;
  span.size = ranks.size();
  span.stride = ranks.runs > 0 ? ranks.run[0].stride : 1;
  span.algorithm = plan.collective_algorithm;
  const std::int64_t node = at_least_one(cluster.gpus_per_node);
  const std::int64_t domain = gpus_of_domain(cluster);
  span.domains = units_touched(ranks, domain);
  span.in_domain = span.domains == 1 ? span.size : members_in(ranks, domain);
  const std::int64_t rack = std::max(domain, saturating_product({node, at_least_one(cluster.nodes_per_rack)}));
  span.racks = units_touched(ranks, rack);
  const auto above = [&](const std::optional<std::int64_t>& gpus) {
    return gpus ? units_touched(ranks, std::max(rack, *gpus)) : 1;
  };
  span.pods = above(cluster.topology.pod.gpus);
  span.halls = above(cluster.topology.hall.gpus);
  if (has_sites(cluster)) {
    const SiteCrossing crossing = crossing_of(ranks, map_ranks(plan, cluster));
    span.sites = crossing.sites, span.site_groups = crossing.groups;
  }
  // Ranks from the first member to the last.
  std::int64_t reach = 1;
  for (std::size_t k = 0; k < ranks.runs; ++k)
    reach = saturating_sum(reach, saturating_product({ranks.run[k].count - 1, ranks.run[k].stride}));
  if (!cluster.pools.empty() && reach > ranks_of_part(dense_grid(plan, rank_order_of(plan, cluster))))
    meet_slower_pools(span, cluster);
  span.crosses = span.size == 1                                                              ? Reach::gpu
                 : span.domains == 1                                                         ? Reach::node
                 : reach <= saturating_product({node, at_least_one(cluster.nodes_per_rack)}) ? Reach::rack
                                                                                             : Reach::site;
  return span;
}

/// Its exchange stays on the site, even where a replica that lies on two of them would have it cross.
GroupSpan span_of_step(const StepGroup& group, const Cluster& cluster, const Plan& plan) {
  GroupSpan span = taking(span_as_it_lies(group.set, cluster, plan), GroupKind::dp, cluster);
  if (!group.apart) return astride(span);
  span.sites = 1, span.site_groups = 0;
  return span;
}

}  // namespace

GroupSpan span_of(const RankSet& ranks, const Cluster& cluster, const Plan& plan) {
  return astride(span_as_it_lies(ranks, cluster, plan));
}

GroupSpan group_span(GroupKind kind, const Cluster& cluster, const Plan& plan) {
  const RankMapping mapping = map_ranks(plan, cluster);
  const RankGrid& grid = kind == GroupKind::ep ? mapping.experts : mapping.dense;
  return taking(span_of(grid.group(along({kind}), 0), cluster, plan), kind, cluster);
}

GroupSpan gradient_group_span(const Cluster& cluster, const Plan& plan) {
  const RankMapping mapping = map_ranks(plan, cluster);
  const StepGroup group = within_step(gradient_group(mapping), mapping, cluster, plan);
  return compressed(span_of_step(group, cluster, plan), plan);
}

GroupSpan exchange_span(GroupKind kind, const Cluster& cluster, const Plan& plan) {
  return kind == GroupKind::dp ? gradient_group_span(cluster, plan) : group_span(kind, cluster, plan);
}

GroupSpan shard_group_span(const Cluster& cluster, const Plan& plan) {
  const RankMapping mapping = map_ranks(plan, cluster);
  StepGroup group = within_step(gradient_group(mapping), mapping, cluster, plan);
  const std::int64_t size = group.set.size();
  group.set = divide(group.set, std::min(size, plan.shard_group.value_or(size))).inner;
  return span_of_step(group, cluster, plan);
}

GroupSpan replica_group_span(const Cluster& cluster, const Plan& plan) {
  const RankMapping mapping = map_ranks(plan, cluster);
  const RankSet group = gradient_group(mapping);
  const RankSet replicas = divide(group, std::min(group.size(), plan.shard_group.value_or(group.size()))).outer;
  return compressed(span_of_step(within_step(replicas, mapping, cluster, plan), cluster, plan), plan);
}

GroupSpan expert_tensor_group_span(const Cluster& cluster, const Plan& plan) {
  const RankSet group = map_ranks(plan, cluster).experts.group(along({GroupKind::tp}), 0);
  return taking(span_of(group, cluster, plan), GroupKind::tp, cluster);
}

GroupSpan expert_gradient_group_span(const Cluster& cluster, const Plan& plan) {
  const RankMapping mapping = map_ranks(plan, cluster);
  const RankSet group = mapping.experts.group(along({GroupKind::dp}), 0);
  return compressed(span_of_step(within_step(group, mapping, cluster, plan), cluster, plan), plan);
}

}  // namespace shardscope
