#include "core/hardware/placement.h"

#include <algorithm>

#include "core/saturating.h"

namespace shardscope {

namespace {

std::int64_t degree(std::int64_t value) {
  return std::max<std::int64_t>(1, value);
}

/// `size` ranks, `stride` apart, the first at a domain's beginning: job schedulers align groups so where they fit.
GroupSpan span_of(std::int64_t size, std::int64_t stride, const Cluster& cluster) {
  GroupSpan span;
  span.size = degree(size);
  span.stride = degree(stride);
  const std::int64_t domain = degree(cluster.scale_up_domain.value_or(cluster.gpus_per_node));
  const bool apart = span.stride >= domain;
  span.domains = apart ? span.size : saturating_product({span.size - 1, span.stride}) / domain + 1;
  span.in_domain = span.domains == 1 ? span.size : std::max<std::int64_t>(1, domain / span.stride);
  // Ranks from the first member to the last.
  const std::int64_t reach = saturating_sum(saturating_product({span.size - 1, span.stride}), 1);
  const std::int64_t rack = saturating_product({degree(cluster.gpus_per_node), degree(cluster.nodes_per_rack)});
  span.crosses = span.size == 1      ? Level::gpu
                 : span.domains == 1 ? Level::node
                 : reach <= rack     ? Level::rack
                                     : Level::site;
  return span;
}

}  // namespace

RankCoordinates coordinates_of(std::int64_t rank, const Plan& plan) {
  const std::int64_t tp = degree(plan.tp), cp = degree(plan.cp), dp = degree(plan.dp.value_or(1));
  return {rank % tp, rank / tp % cp, rank / (tp * cp) % dp, rank / (tp * cp * dp)};
}

std::int64_t rank_of(const RankCoordinates& at, const Plan& plan) {
  const std::int64_t tp = degree(plan.tp), cp = degree(plan.cp), dp = degree(plan.dp.value_or(1));
  return at.tp + tp * (at.cp + cp * (at.dp + dp * at.pp));
}

GroupSpan group_span(GroupKind kind, const Cluster& cluster, const Plan& plan) {
  const std::int64_t tp = degree(plan.tp), cp = degree(plan.cp), dp = degree(plan.dp.value_or(1));
  switch (kind) {
    case GroupKind::tp:
      return span_of(tp, 1, cluster);
    case GroupKind::cp:
      return span_of(cp, tp, cluster);
    case GroupKind::ep:
      return span_of(plan.ep, plan.etp.value_or(1), cluster);
    case GroupKind::dp:
      return span_of(dp, saturating_product({tp, cp}), cluster);
    case GroupKind::pp:
      return span_of(plan.pp, saturating_product({tp, cp, dp}), cluster);
  }
  return {};
}

GroupSpan gradient_group_span(const Cluster& cluster, const Plan& plan) {
  // Context ranks hold the same weights and lie between tp and dp, so the group is dp·cp ranks, tp apart.
  return span_of(saturating_product({degree(plan.dp.value_or(1)), degree(plan.cp)}), degree(plan.tp), cluster);
}

GroupSpan shard_group_span(const Cluster& cluster, const Plan& plan) {
  const std::int64_t ranks = saturating_product({degree(plan.dp.value_or(1)), degree(plan.cp)});
  return span_of(std::min(ranks, degree(plan.shard_group.value_or(ranks))), degree(plan.tp), cluster);
}

GroupSpan replica_group_span(const Cluster& cluster, const Plan& plan) {
  const std::int64_t ranks = saturating_product({degree(plan.dp.value_or(1)), degree(plan.cp)});
  const std::int64_t shards = std::min(ranks, degree(plan.shard_group.value_or(ranks)));
  return span_of(ranks / shards, saturating_product({degree(plan.tp), shards}), cluster);
}

GroupSpan expert_tensor_group_span(const Cluster& cluster, const Plan& plan) {
  return span_of(plan.etp.value_or(1), 1, cluster);
}

GroupSpan expert_gradient_group_span(const Cluster& cluster, const Plan& plan) {
  const std::int64_t ranks = saturating_product({degree(plan.tp), degree(plan.cp), degree(plan.dp.value_or(1))});
  const std::int64_t replica = saturating_product({degree(plan.ep), degree(plan.etp.value_or(1))});
  return span_of(ranks / replica, replica, cluster);
}

}  // namespace shardscope
