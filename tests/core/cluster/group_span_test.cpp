#include "core/cluster/group_span.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <tuple>

#include "tests/core/cluster/rank_coordinates.h"

using namespace shardscope;

namespace {

Plan plan_of(std::int64_t tp, std::int64_t cp, std::int64_t dp, std::int64_t pp) {
  Plan plan;
  plan.tp = tp, plan.cp = cp, plan.dp = dp, plan.pp = pp;
  return plan;
}

Cluster cluster_of(std::int64_t gpus_per_node, std::int64_t domain) {
  Cluster cluster;
  cluster.gpus_per_node = gpus_per_node;
  cluster.scale_up_domain = domain;
  return cluster;
}

}  // namespace

TEST_CASE("ranks and coordinates are a bijection") {
  for (const Plan& plan : {plan_of(1, 1, 1, 1), plan_of(8, 1, 208, 15), plan_of(2, 4, 3, 5), plan_of(1, 1, 64, 1)}) {
    const std::int64_t ranks = plan.tp * plan.cp * *plan.dp * plan.pp;
    std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>> seen;
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
      const RankCoordinates at = coordinates_of(rank, plan);
      REQUIRE(rank_of(at, plan) == rank);
      seen.emplace(at.tp, at.cp, at.dp, at.pp);
    }
    CHECK(static_cast<std::int64_t>(seen.size()) == ranks);
  }
}

TEST_CASE("Megatron's example of 16 GPUs: tensor neighbours, data two apart, pipeline four apart") {
  // Megatron-LM, parallel_state.py: tp 2, pp 4, 16 GPUs: [g0, g1] tensor, [g0, g2] data, [g0, g4, g8, g12] pipeline.
  const Plan plan = plan_of(2, 1, 2, 4);
  CHECK(rank_of({1, 0, 0, 0}, plan) == 1);
  CHECK(rank_of({0, 0, 1, 0}, plan) == 2);
  for (std::int64_t stage = 0; stage < 4; ++stage) CHECK(rank_of({0, 0, 0, stage}, plan) == 4 * stage);
  const Cluster cluster = cluster_of(8, 8);
  CHECK(group_span(GroupKind::tp, cluster, plan).stride == 1);
  CHECK(group_span(GroupKind::dp, cluster, plan).stride == 2);
  CHECK(group_span(GroupKind::pp, cluster, plan).stride == 4);
}

TEST_CASE("a group spans the level that its members are apart") {
  const Cluster node = cluster_of(8, 8);
  const Plan gpt4 = plan_of(8, 1, 208, 15);
  const GroupSpan tensor = group_span(GroupKind::tp, node, gpt4);
  CHECK(tensor.crosses == Reach::node);
  CHECK(tensor.domains == 1);
  const GroupSpan data = gradient_group_span(node, gpt4);
  CHECK(data.size == 208);
  CHECK(data.in_domain == 1);
  CHECK(data.domains == 208);
  CHECK(data.crosses == Reach::site);
  CHECK(group_span(GroupKind::cp, node, gpt4).crosses == Reach::gpu);

  const GroupSpan wide = group_span(GroupKind::tp, node, plan_of(16, 1, 4, 1));
  CHECK(wide.in_domain == 8);
  CHECK(wide.domains == 2);
  CHECK(wide.crosses == Reach::rack);
}

TEST_CASE("a scale-up domain larger than the node keeps wide groups inside") {
  Plan plan = plan_of(1, 1, 72, 1);
  plan.ep = 64;
  plan.etp = 1;
  const GroupSpan in_rack = group_span(GroupKind::ep, cluster_of(4, 72), plan);
  CHECK(in_rack.crosses == Reach::node);
  CHECK(in_rack.domains == 1);
  const GroupSpan over_nodes = group_span(GroupKind::ep, cluster_of(8, 8), plan);
  CHECK(over_nodes.domains == 8);
  CHECK(over_nodes.in_domain == 8);
}

TEST_CASE("experts' replicas are what is left of tp x cp x dp") {
  Plan plan = plan_of(2, 1, 32, 4);
  plan.ep = 8;
  plan.etp = 2;
  const GroupSpan experts = expert_gradient_group_span(cluster_of(8, 8), plan);
  CHECK(experts.size == 2 * 32 / 16);
  CHECK(experts.stride == 16);
}

TEST_CASE("a stride that doesn't divide the domain touches every domain it reaches") {
  // Eight ranks six apart: 0, 6 | 12 | 18 | 24, 30 | 36 | 42 on nodes of eight.
  const GroupSpan data = group_span(GroupKind::dp, cluster_of(8, 8), plan_of(6, 1, 8, 1));
  CHECK(data.domains == 6);
  CHECK(data.in_domain == 1);  // some nodes have one member's card only
}

TEST_CASE("a group touches the domains that its ranks lie in") {
  for (const std::int64_t tp : {1, 2, 3, 4, 6, 8, 16})
    for (const std::int64_t dp : {1, 2, 5, 8, 12, 64})
      for (const std::int64_t domain : {1, 4, 8, 72}) {
        CAPTURE(tp);
        CAPTURE(dp);
        CAPTURE(domain);
        const Plan plan = plan_of(tp, 1, dp, 2);
        std::set<std::int64_t> touched;
        for (std::int64_t i = 0; i < dp; ++i) touched.insert(rank_of({0, 0, i, 0}, plan) / domain);
        const GroupSpan span = group_span(GroupKind::dp, cluster_of(4, domain), plan);
        CHECK(span.domains == static_cast<std::int64_t>(touched.size()));
        CHECK(span.in_domain >= 1);
        CHECK(span.in_domain <= dp);
        CHECK((span.crosses == Reach::node || span.crosses == Reach::gpu) == (span.domains == 1));
      }
}

TEST_CASE("an exchange of DP runs over the gradients' group, which context parallelism is part of, any other its own") {
  const Plan plan = plan_of(2, 4, 3, 5);
  const Cluster cluster = cluster_of(8, 8);
  CHECK(exchange_span(GroupKind::dp, cluster, plan).size == 12);
  for (const GroupKind kind : {GroupKind::tp, GroupKind::cp, GroupKind::pp})
    CHECK(exchange_span(kind, cluster, plan).size == group_span(kind, cluster, plan).size);
}

TEST_CASE("absurd degrees give a span and no overflow") {
  Plan plan = plan_of(INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX);
  plan.ep = plan.etp.emplace(INT64_MAX);
  for (const GroupKind kind : {GroupKind::tp, GroupKind::cp, GroupKind::ep, GroupKind::dp, GroupKind::pp})
    CHECK(group_span(kind, cluster_of(8, 8), plan).size == INT64_MAX);
  CHECK(gradient_group_span(cluster_of(INT64_MAX, 8), plan).domains > 0);
  CHECK(expert_gradient_group_span(cluster_of(8, INT64_MAX), plan).size >= 1);
}

TEST_CASE("a hybrid shard group takes neighbours, its replicas lie a shard group apart") {
  Plan plan = plan_of(2, 1, 32, 1);
  plan.shard_group = 4;
  const GroupSpan shards = shard_group_span(cluster_of(8, 8), plan);
  CHECK(shards.size == 4);
  CHECK(shards.crosses == Reach::node);
  const GroupSpan replicas = replica_group_span(cluster_of(8, 8), plan);
  CHECK(replicas.size == 8);
  CHECK(replicas.stride == 8);
  CHECK(replicas.domains == 8);
}
