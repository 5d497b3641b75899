#include "core/cluster/outage.h"

#include <doctest/doctest.h>

#include <set>
#include <vector>

using namespace shardscope;

namespace {

Cluster cluster_of(std::int64_t gpus) {
  Cluster cluster;
  cluster.gpus = gpus;
  return cluster;
}

Plan plan_of(std::int64_t tp, std::int64_t dp, std::int64_t pp) {
  Plan plan;
  plan.tp = tp, plan.dp = dp, plan.pp = pp;
  return plan;
}

const GroupOutage& group_of(const Outage& outage, GroupKind kind) {
  return outage.groups[static_cast<std::size_t>(kind)];
}

Outage fail(std::vector<Failure> failures, const Plan& plan, const Cluster& cluster) {
  return outage_of(failures, map_ranks(plan, cluster), cluster);
}

}  // namespace

TEST_CASE("nothing failed, nothing stops") {
  const Outage outage = fail({}, plan_of(8, 4, 2), cluster_of(64));
  CHECK(outage.gpus_lost == 0);
  CHECK(outage.replicas_left() == 1);
  CHECK(outage.spares_suffice);
  CHECK(group_of(outage, GroupKind::tp).groups == 8);
  CHECK(group_of(outage, GroupKind::tp).stopped == 0);
}

TEST_CASE("a GPU takes one group of each kind with it, and its replica") {
  const Outage outage = fail({{LevelKind::gpu, 5}}, plan_of(8, 4, 2), cluster_of(64));
  CHECK(outage.ranks_lost == 1);
  for (const GroupKind kind : {GroupKind::tp, GroupKind::cp, GroupKind::ep, GroupKind::dp, GroupKind::pp})
    CHECK(group_of(outage, kind).stopped == 1);
  CHECK(outage.replicas_stopped == 1);
  CHECK(outage.replicas_left() == doctest::Approx(0.75));
  CHECK(outage.nodes_to_replace == 1);
  CHECK_FALSE(outage.spares_suffice);
}

TEST_CASE("what stops is what a walk over all ranks finds") {
  const Plan plan = plan_of(2, 6, 4);
  const Cluster cluster = cluster_of(48);
  const RankMapping mapping = map_ranks(plan, cluster);
  for (const Failure& failure :
       {Failure{LevelKind::gpu, 17}, Failure{LevelKind::node, 3}, Failure{LevelKind::rack, 1}}) {
    const GpuRange range = gpus_of(failure, fabric_of(cluster));
    const Outage outage = fail({failure}, plan, cluster);
    CHECK(outage.gpus_lost == range.end - range.first);
    for (const GroupKind kind : {GroupKind::tp, GroupKind::dp, GroupKind::pp}) {
      std::int64_t stopped = 0;
      for (std::int64_t rank = 0; rank < mapping.dense.ranks; ++rank) {
        const RankSet group = group_of(mapping, kind, rank);
        if (group.start != rank) continue;
        bool hit = false;
        for (std::int64_t i = 0; i < group.size(); ++i)
          hit = hit || (mapping.gpu_of(group.member(i)) >= range.first && mapping.gpu_of(group.member(i)) < range.end);
        stopped += hit ? 1 : 0;
      }
      CHECK(group_of(outage, kind).stopped == stopped);
    }
  }
}

TEST_CASE("a rack stops the replicas that have a rank in it and no others") {
  // Replicas of 16 ranks beside each other: a rack of 32 GPUs holds two.
  Plan plan = plan_of(8, 8, 2);
  plan.rank_order = "tp-cp-ep-pp-dp";
  const Outage beside = fail({{LevelKind::rack, 0}}, plan, cluster_of(128));
  CHECK(beside.replicas_stopped == 2);
  plan.rank_order.reset();  // Megatron's order: a rack holds a stage of four replicas
  CHECK(fail({{LevelKind::rack, 0}}, plan, cluster_of(128)).replicas_stopped == 4);
}

TEST_CASE("failures together count once") {
  const Plan plan = plan_of(8, 8, 2);
  const Outage both = fail({{LevelKind::node, 0}, {LevelKind::gpu, 3}, {LevelKind::gpu, 3}}, plan, cluster_of(128));
  CHECK(both.gpus_lost == 8);
  CHECK(both.nodes_to_replace == 1);
}

TEST_CASE("whole nodes without ranks are spares; a failed spare is none") {
  const Plan plan = plan_of(8, 3, 4);  // 96 ranks
  const Outage one = fail({{LevelKind::gpu, 0}}, plan, cluster_of(114));
  CHECK(one.spare_gpus == 18);
  CHECK(one.spare_nodes == 2);
  CHECK(one.spares_suffice);
  const Outage rack = fail({{LevelKind::rack, 0}}, plan, cluster_of(114));
  CHECK(rack.nodes_to_replace == 4);
  CHECK_FALSE(rack.spares_suffice);
  const Outage spare = fail({{LevelKind::gpu, 100}}, plan, cluster_of(114));
  CHECK(spare.spare_nodes == 1);
  CHECK(spare.spare_gpus == 17);
  CHECK(spare.ranks_lost == 0);
  CHECK(spare.replicas_left() == 1);
}

TEST_CASE("without one card a node's groups go on over the others") {
  const Plan plan = plan_of(8, 8, 2);
  const Outage card = fail({{LevelKind::gpu, 12, true}}, plan, cluster_of(128));
  CHECK(card.gpus_lost == 0);
  CHECK(card.cards_left == doctest::Approx(7.0 / 8));
  CHECK(group_of(card, GroupKind::dp).stopped == 0);
  std::vector<Failure> all;
  for (std::int64_t gpu = 8; gpu < 16; ++gpu) all.push_back({LevelKind::gpu, gpu, true});
  const Outage none = fail(all, plan, cluster_of(128));
  CHECK(none.cards_left == 0);
  CHECK(group_of(none, GroupKind::tp).stopped == 0);  // inside the node
  CHECK(group_of(none, GroupKind::pp).stopped == 8);
  CHECK(group_of(none, GroupKind::dp).stopped == 8);
  CHECK(none.replicas_stopped == 1);
}

TEST_CASE("a rack behind failed links keeps the groups that lie within it") {
  Plan plan = plan_of(8, 8, 2);
  plan.rank_order = "tp-cp-ep-pp-dp";
  const Outage cut = fail({{LevelKind::rack, 1, true}}, plan, cluster_of(128));
  CHECK(cut.gpus_lost == 0);
  CHECK(group_of(cut, GroupKind::tp).stopped == 0);
  CHECK(group_of(cut, GroupKind::pp).stopped == 0);
  CHECK(group_of(cut, GroupKind::dp).stopped == 16);
  CHECK(cut.replicas_stopped == 0);  // they go on by themselves, and no gradient leaves
}

TEST_CASE("a unit that isn't there takes nothing") {
  CHECK(fail({{LevelKind::rack, 99}}, plan_of(8, 8, 2), cluster_of(128)).gpus_lost == 0);
  CHECK(fail({{LevelKind::pod, 0}}, plan_of(8, 8, 2), cluster_of(128)).gpus_lost == 0);
  CHECK(fail({{LevelKind::gpu, -1}}, plan_of(8, 8, 2), cluster_of(128)).gpus_lost == 0);
}

TEST_CASE("the replicas that stop are named, in order") {
  const Outage outage = fail({{LevelKind::node, 5}, {LevelKind::node, 1}}, plan_of(8, 4, 2), cluster_of(64));
  CHECK(outage.stopped == std::vector<std::int64_t>{1});  // node 5 has the second stage of the same replica
  CHECK(outage.replicas_stopped == 1);
  const Outage two = fail({{LevelKind::node, 6}, {LevelKind::node, 1}}, plan_of(8, 4, 2), cluster_of(64));
  CHECK(two.stopped == std::vector<std::int64_t>{1, 2});
}

TEST_CASE("a rail out stops no group: the nodes of its pod go on over their other cards") {
  Cluster cluster = cluster_of(256);
  cluster.topology.pod.gpus = 128;
  const Fabric fabric = fabric_of(cluster);
  const FabricLevel* level = rail_level(fabric);
  REQUIRE(level != nullptr);
  CHECK(level->kind == LevelKind::pod);
  const Outage one = fail({{LevelKind::pod, 1, true, 3}}, plan_of(8, 16, 2), cluster);
  CHECK(one.gpus_lost == 0);
  CHECK(one.replicas_stopped == 0);
  CHECK(one.cards_left == doctest::Approx(7.0 / 8));
  const Outage two = fail({{LevelKind::pod, 1, true, 3}, {LevelKind::pod, 1, true, 4}}, plan_of(8, 16, 2), cluster);
  CHECK(two.cards_left == doctest::Approx(6.0 / 8));
  cluster.topology.kind = TopologyKind::fat_tree;
  CHECK(rail_level(fabric_of(cluster)) == nullptr);
}

TEST_CASE("all rails of a pod out cut its nodes off from each other") {
  Cluster cluster = cluster_of(64);
  std::vector<Failure> all;
  const Fabric fabric = fabric_of(cluster);
  const FabricLevel* level = rail_level(fabric);
  REQUIRE(level != nullptr);
  for (std::int64_t rail = 0; rail < 8; ++rail) all.push_back({level->kind, 0, true, rail});
  const Outage outage = fail(all, plan_of(8, 4, 2), cluster);
  CHECK(outage.cards_left == 0);
  CHECK(group_of(outage, GroupKind::tp).stopped == 0);
  CHECK(group_of(outage, GroupKind::dp).stopped == group_of(outage, GroupKind::dp).groups);
  CHECK(group_of(outage, GroupKind::pp).stopped == group_of(outage, GroupKind::pp).groups);
}

TEST_CASE("a node of a pool whose nodes have another size is taken out as such, its cards and spares too") {
  Cluster cluster = cluster_of(128);
  cluster.pools = {{cluster.gpu, 64, {}, {}, {}}, {cluster.gpu, 64, 4, {}, {}}};
  const Plan plan = plan_of(4, 30, 1);
  const Outage node = fail({{LevelKind::node, 20, false, -1, 4}}, plan, cluster);
  CHECK(node.gpus_lost == 4);
  CHECK(node.replicas_stopped == 1);
  CHECK(node.nodes_to_replace == 1);
  CHECK(node.spare_gpus == 8);
  const Outage card = fail({{LevelKind::gpu, 80, true}}, plan, cluster);
  CHECK(card.cards_left == doctest::Approx(0.75));
  const Outage wide = fail({{LevelKind::gpu, 0, true}}, plan, cluster);
  CHECK(wide.cards_left == doctest::Approx(0.875));
}
