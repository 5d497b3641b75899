#include "core/cluster/route.h"

#include <doctest/doctest.h>

#include "core/constants/constants.h"

using namespace shardscope;

namespace {

Cluster h100_nodes(std::int64_t gpus) {
  Cluster cluster;
  cluster.gpu.scale_up_bandwidth = 450e9;
  cluster.gpu.efficiency.scale_up = 0.72;
  cluster.gpus = gpus;
  return cluster;
}

Plan split_of(std::int64_t tp, std::int64_t dp, std::int64_t pp) {
  Plan plan;
  plan.tp = tp, plan.dp = dp, plan.pp = pp;
  return plan;
}

}  // namespace

TEST_CASE("a group's route has the levels that it crosses, and joins all its members") {
  const Cluster cluster = h100_nodes(4096);
  for (const std::int64_t tp : {1, 2, 8})
    for (const std::int64_t pp : {1, 4, 16}) {
      const Plan plan = split_of(tp, 4096 / tp / pp, pp);
      for (const GroupKind kind : {GroupKind::tp, GroupKind::dp, GroupKind::pp}) {
        const GroupSpan span = group_span(kind, cluster, plan);
        const Route route = route_of(span, cluster);
        if (span.size == 1) {
          CHECK(route.count == 0);
          continue;
        }
        double joined = 1;
        for (const Hop& hop : route.hops()) joined *= hop.fan();
        CHECK(joined == doctest::Approx(static_cast<double>(span.size)));
        CHECK(route.hops().back().units == 1);
        CHECK(route.across() == (span.domains > 1));
      }
    }
}

TEST_CASE("what leaves an oversubscribed pod has its members' share of the links up") {
  Cluster cluster = h100_nodes(4096);
  cluster.topology.pod.gpus = 1024;
  cluster.topology.pod.oversubscription = 7;
  const Route route = route_of(group_span(GroupKind::dp, cluster, split_of(8, 512, 1)), cluster);
  const Hop& top = route.hops().back();
  CHECK(top.kind == LevelKind::hall);
  CHECK(top.below == 4);
  CHECK(top.members == 128);
  CHECK(top.share.value == doctest::Approx(50e9 * shipped_constants.network_rate / 7));
  // A ring crosses each pod's links once for all its members there: 128 shares of a seventh beat one card.
  CHECK(route.network_rate().value == doctest::Approx(50e9 * shipped_constants.network_rate));
  const Route close = route_of(group_span(GroupKind::dp, cluster, split_of(1024, 4, 1)), cluster);
  CHECK(close.network_rate().value == doctest::Approx(50e9 * shipped_constants.network_rate / 7));
}

TEST_CASE("latency adds up along a chain, and by its logarithm in a tree") {
  Cluster cluster = h100_nodes(1024);
  cluster.scale_out_latency_seconds = 1e-6;
  const Route route = route_of(group_span(GroupKind::dp, cluster, split_of(8, 128, 1)), cluster);
  CHECK(route.chain().value == doctest::Approx(127e-6));
  CHECK(route.depth().value == doctest::Approx(7e-6));
}

TEST_CASE("on a torus a group has the links of its own axes") {
  Cluster cluster = h100_nodes(4096);
  cluster.scale_up_domain = 4096;
  cluster.topology.kind = TopologyKind::torus;
  cluster.topology.torus = {16, 16, 16};
  const auto share = [&](std::int64_t tp, std::int64_t dp) {
    return route_of(group_span(GroupKind::tp, cluster, split_of(tp, dp, 1)), cluster).torus_share;
  };
  CHECK(share(16, 256) == doctest::Approx(2.0 / 6));  // an axis, all round
  CHECK(share(8, 512) == doctest::Approx(1.0 / 6));   // half of one
  CHECK(share(256, 16) == doctest::Approx(4.0 / 6));  // two axes
  CHECK(share(4096, 1) == doctest::Approx(1));
}

TEST_CASE("a group over two tori is no faster than within one") {
  Cluster cluster = h100_nodes(8192);
  cluster.scale_up_domain = 4096;
  cluster.topology.kind = TopologyKind::torus;
  cluster.topology.torus = {16, 16, 16};
  const auto rate = [&](std::int64_t dp) {
    return route_of(group_span(GroupKind::dp, cluster, split_of(16, dp, 1)), cluster);
  };
  const Route within = rate(256), across = rate(512);
  CHECK(within.torus_share == doctest::Approx(4.0 / 6));  // two axes, all round
  CHECK(across.across());
  CHECK(across.nearby.value <= 450e9 * within.torus_share);
  CHECK(across.network_rate().value ==
        doctest::Approx(within.hop[0].share.value * shipped_constants.link_gain * within.torus_share));
}
