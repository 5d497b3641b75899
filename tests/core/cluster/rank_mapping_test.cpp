#include "core/cluster/rank_mapping.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "tests/core/cluster/rank_coordinates.h"

using namespace shardscope;

namespace {

Plan placed_plan(std::int64_t tp, std::int64_t cp, std::int64_t dp, std::int64_t pp, std::int64_t ep = 1) {
  Plan plan;
  plan.tp = tp, plan.cp = cp, plan.dp = dp, plan.pp = pp, plan.ep = ep, plan.etp = 1;
  return plan;
}

Cluster cluster_with(std::int64_t gpus) {
  Cluster cluster;
  cluster.gpus = gpus;
  return cluster;
}

std::vector<std::int64_t> members_of(const RankSet& set) {
  std::vector<std::int64_t> members;
  for (std::int64_t i = 0; i < set.size(); ++i) members.push_back(set.member(i));
  return members;
}

std::vector<std::vector<std::int64_t>> all_groups(const RankMapping& mapping, GroupKind kind) {
  std::vector<std::vector<std::int64_t>> groups;
  for (std::int64_t rank = 0; rank < mapping.dense.ranks; ++rank)
    if (const RankSet group = group_of(mapping, kind, rank); group.start == rank) groups.push_back(members_of(group));
  return groups;
}

template <class Check>
void for_each_order(Check check) {
  RankOrder order = megatron_order;
  std::sort(order.begin(), order.end());
  do check(order);
  while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace

TEST_CASE("ranks and coordinates are a bijection for every order, up to a million ranks") {
  struct Split {
    std::int64_t tp, cp, dp, pp, ep;
  };
  // A million ranks in all 120 orders would take minutes: of the large splits every 997th rank and the ends.
  for (const Split& s : {Split{2, 3, 4, 5, 2}, Split{1, 1, 7, 1, 7}, Split{8, 2, 4096, 16, 64}}) {
    for_each_order([&](const RankOrder& order) {
      Plan plan = placed_plan(s.tp, s.cp, s.dp, s.pp, s.ep);
      plan.rank_order = text_of(order);
      CAPTURE(*plan.rank_order);
      const RankMapping mapping = map_ranks(plan, cluster_with(1 << 20));
      const std::int64_t ranks = s.tp * s.cp * s.dp * s.pp;
      REQUIRE(mapping.dense.ranks == ranks);
      REQUIRE(mapping.experts.ranks == ranks);
      const std::int64_t step = ranks > 10'000 ? 997 : 1;
      for (const RankGrid* grid : {&mapping.dense, &mapping.experts})
        for (std::int64_t rank = 0; rank < ranks; rank += step) {
          const Coordinates at = grid->coordinates(rank);
          bool inside = true;
          for (std::size_t k = 0; k < group_kinds; ++k) inside = inside && at[k] >= 0 && at[k] < grid->degree[k];
          if (!inside || rank_at(*grid, at) != rank) FAIL_CHECK("rank ", rank);
        }
    });
  }
  const RankMapping whole = map_ranks(placed_plan(8, 2, 4096, 16), cluster_with(1 << 20));
  bool same = true;
  for (std::int64_t rank = 0; rank < 1 << 20; ++rank)
    same = same && rank_at(whole.dense, whole.dense.coordinates(rank)) == rank &&
           whole.rank_on(whole.gpu_of(rank)) == rank;
  CHECK(same);
}

TEST_CASE("the groups of every kind partition the ranks, whatever the order") {
  for_each_order([&](const RankOrder& order) {
    Plan plan = placed_plan(2, 3, 4, 5, 6);
    plan.rank_order = text_of(order);
    CAPTURE(*plan.rank_order);
    const RankMapping mapping = map_ranks(plan, cluster_with(120));
    for (const GroupKind kind : {GroupKind::tp, GroupKind::cp, GroupKind::ep, GroupKind::dp, GroupKind::pp}) {
      std::vector<int> seen(120);
      for (const std::vector<std::int64_t>& group : all_groups(mapping, kind)) {
        for (const std::int64_t rank : group) {
          REQUIRE(rank >= 0);
          REQUIRE(rank < 120);
          ++seen[static_cast<std::size_t>(rank)];
          CHECK(group_of(mapping, kind, rank).contains(rank));
          CHECK(members_of(group_of(mapping, kind, rank)) == group);
        }
        for (std::int64_t rank = 0; rank < 120; ++rank)
          if (group_of(mapping, kind, group[0]).contains(rank) != (std::count(group.begin(), group.end(), rank) == 1))
            FAIL_CHECK("contains ", rank);
      }
      CHECK(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
    }
  });
}

TEST_CASE("sixteen GPUs with tp 2 and pp 4 are grouped as Megatron's own example says") {
  // Megatron-LM, core/parallel_state.py, docstring of initialize_model_parallel.
  const RankMapping mapping = map_ranks(placed_plan(2, 1, 2, 4), cluster_with(16));
  using Groups = std::vector<std::vector<std::int64_t>>;
  CHECK(all_groups(mapping, GroupKind::dp) ==
        Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}, {8, 10}, {9, 11}, {12, 14}, {13, 15}});
  CHECK(all_groups(mapping, GroupKind::tp) ==
        Groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}, {12, 13}, {14, 15}});
  CHECK(all_groups(mapping, GroupKind::pp) == Groups{{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}});
}

TEST_CASE("with tp-pp-dp data-parallel ranks lie as far apart as a replica is large") {
  Plan plan = placed_plan(2, 1, 2, 4);
  plan.rank_order = text_of(megatron_tp_pp_dp_order);
  const RankMapping mapping = map_ranks(plan, cluster_with(16));
  CHECK(all_groups(mapping, GroupKind::dp)[0] == std::vector<std::int64_t>{0, 8});
  CHECK(all_groups(mapping, GroupKind::pp)[0] == std::vector<std::int64_t>{0, 2, 4, 6});
}

TEST_CASE("dimensions that continue each other are one run of ranks") {
  const RankMapping mapping = map_ranks(placed_plan(2, 4, 8, 2), cluster_with(128));
  const RankSet gradients = group_of(mapping, GroupKind::dp, 0);
  CHECK(gradients.runs == 1);
  CHECK(gradients.run[0] == RankRun{32, 2});
  Plan apart = placed_plan(2, 4, 8, 2);
  apart.rank_order = "cp-tp-ep-dp-pp";
  CHECK(group_of(map_ranks(apart, cluster_with(128)), GroupKind::dp, 0).runs == 2);
}

TEST_CASE("a set of ranks touches the units that its members lie in") {
  for_each_order([&](const RankOrder& order) {
    Plan plan = placed_plan(2, 4, 8, 2);
    plan.rank_order = text_of(order);
    const RankMapping mapping = map_ranks(plan, cluster_with(128));
    for (const GroupKind kind : {GroupKind::tp, GroupKind::cp, GroupKind::dp, GroupKind::pp})
      for (const std::int64_t unit : {1, 2, 4, 8, 16, 32, 64, 128}) {
        const RankSet set = group_of(mapping, kind, 0);
        std::set<std::int64_t> touched;
        for (const std::int64_t rank : members_of(set)) touched.insert(rank / unit);
        CHECK(units_touched(set, unit) == static_cast<std::int64_t>(touched.size()));
      }
  });
}

TEST_CASE("each site begins at its first GPU, what its ranks leave is spare") {
  Plan plan = placed_plan(4, 1, 6, 2);
  Cluster cluster = cluster_with(64);
  cluster.sites.number = 2;
  const RankMapping mapping = map_ranks(plan, cluster);
  CHECK(mapping.ranks_per_site == 24);
  CHECK(mapping.gpu_of(23) == 23);
  CHECK(mapping.gpu_of(24) == 32);
  CHECK(mapping.rank_on(32) == 24);
  CHECK(mapping.rank_on(30) == -1);
  std::int64_t placed = 0;
  for (std::int64_t gpu = 0; gpu < 64; ++gpu) {
    const std::int64_t rank = mapping.rank_on(gpu);
    if (rank < 0) continue;
    ++placed;
    CHECK(mapping.gpu_of(rank) == gpu);
  }
  CHECK(placed == 48);
  CHECK(crossing_of(group_of(mapping, GroupKind::dp, 0), mapping) == SiteCrossing{2, 8});
  CHECK(crossing_of(group_of(mapping, GroupKind::pp, 0), mapping) == SiteCrossing{1, 0});
}

TEST_CASE("whatever the number of sites, no site has more ranks than GPUs, and groups cross where their ranks lie") {
  struct Split {
    std::int64_t tp, cp, dp, pp, gpus;
  };
  for (const Split& s : {Split{8, 1, 16, 4, 512}, Split{4, 2, 5, 3, 128}, Split{2, 1, 7, 6, 96}, Split{1, 3, 1, 8, 24}})
    for (std::int64_t sites = 1; sites <= 8; ++sites)
      for_each_order([&](const RankOrder& order) {
        Plan plan = placed_plan(s.tp, s.cp, s.dp, s.pp);
        plan.rank_order = text_of(order);
        Cluster cluster = cluster_with(s.gpus);
        cluster.sites.number = sites;
        CAPTURE(sites);
        CAPTURE(*plan.rank_order);
        const RankMapping mapping = map_ranks(plan, cluster);
        const std::int64_t each = mapping.ranks_per_site, ranks = mapping.dense.ranks;
        CHECK(mapping.gpus_per_site == gpus_of_site(cluster));
        if (sites > 1) CHECK(each <= mapping.gpus_per_site);
        CHECK((ranks + each - 1) / each <= sites);
        for (std::int64_t rank = 0; rank < ranks; ++rank)
          if (mapping.gpu_of(rank) >= s.gpus || mapping.rank_on(mapping.gpu_of(rank)) != rank)
            FAIL_CHECK("rank ", rank);
        std::int64_t crossings = 0;
        for (const GroupKind kind : {GroupKind::tp, GroupKind::cp, GroupKind::dp, GroupKind::pp}) {
          const SiteCrossing claimed = crossing_of(group_of(mapping, kind, 0), mapping);
          std::vector<std::int64_t> over(static_cast<std::size_t>(ranks / each + 1), 0);
          std::int64_t most = 1;
          for (const std::vector<std::int64_t>& group : all_groups(mapping, kind)) {
            std::set<std::int64_t> touched;
            for (const std::int64_t rank : group) touched.insert(rank / each);
            most = std::max(most, static_cast<std::int64_t>(touched.size()));
            for (std::int64_t b = *touched.begin(); b < *touched.rbegin(); ++b) ++over[static_cast<std::size_t>(b)];
          }
          CHECK(claimed.groups == *std::max_element(over.begin(), over.end()));
          CHECK(claimed.sites >= most);
          CHECK((claimed.sites > 1) == (most > 1));
          crossings += claimed.groups;
        }
        CHECK((crossings > 0) == (ranks > each));
      });
}

TEST_CASE("pools hold whole parts of the slowest dimension, each from its first GPU on") {
  Plan plan;
  plan.tp = 8, plan.dp = 2, plan.pp = 4;  // stages of 16 ranks
  Cluster cluster;
  for (const std::int64_t gpus : {40, 24, 8}) {
    Pool pool;
    pool.gpus = gpus;
    cluster.pools.push_back(pool);
    cluster.gpus += gpus;
  }
  RankMapping mapping = map_ranks(plan, cluster);
  CHECK(mapping.pools.empty());  // 2 + 1 + 0 stages: four don't fit
  cluster.pools[1].gpus = 72, cluster.gpus += 48;
  mapping = map_ranks(plan, cluster);
  REQUIRE(mapping.pools.size() == 3);  // of 2 and 4 stages that fit two each
  CHECK(mapping.gpu_of(31) == 31);
  CHECK(mapping.gpu_of(32) == 40);
  CHECK(mapping.rank_on(32) == -1);
  CHECK(mapping.rank_on(71) == 63);
  CHECK(mapping.rank_on(72) == -1);
  CHECK(mapping.rank_on(119) == -1);
  for (std::int64_t rank = 0; rank < 64; ++rank) CHECK(mapping.rank_on(mapping.gpu_of(rank)) == rank);
}

TEST_CASE("too many parts are taken from the pools with most, down to as many as are wanted") {
  Cluster cluster;
  for (const std::int64_t gpus : {100, 40, 71}) {
    Pool pool;
    pool.gpus = gpus;
    cluster.pools.push_back(pool);
  }
  using Parts = std::vector<std::int64_t>;
  CHECK(parts_of_pools(cluster, 10, 21) == Parts{10, 4, 7});
  CHECK(parts_of_pools(cluster, 10, 15) == Parts{5, 4, 6});
  CHECK(parts_of_pools(cluster, 10, 3) == Parts{1, 1, 1});
  CHECK(parts_of_pools(cluster, 10, 1) == Parts{0, 0, 1});
  CHECK(parts_of_pools(cluster, 10, 22).empty());
}
