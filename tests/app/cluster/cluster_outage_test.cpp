#include <doctest/doctest.h>

#include "app/cluster/cluster_parts.h"
#include "tests/gui/cluster_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click takes out the unit that the GPU is part of, and a second one puts it back") {
  Cluster cluster;
  cluster.gpus = 1024;
  ClusterArrangement view;
  view.unit = FailureUnit::rack;
  toggle_failure(view, cluster, 70);
  REQUIRE(view.failures.size() == 1);
  CHECK(view.failures[0].level == LevelKind::rack);
  CHECK(view.failures[0].unit == 2);
  view.unit = FailureUnit::node;
  toggle_failure(view, cluster, 70);
  CHECK(view.failures.size() == 2);
  view.unit = FailureUnit::rack;
  toggle_failure(view, cluster, 95);
  REQUIRE(view.failures.size() == 1);
  CHECK(view.failures[0].level == LevelKind::node);
  CHECK(failure_words(view.failures) == "1 node out");
  CHECK(failure_words({}) == "nothing is out");
}

TEST_CASE("links alone are taken out: a card, a rack's, a site's") {
  Cluster cluster;
  cluster.gpus = 2048;
  cluster.sites.number = 2;
  cluster.topology.hall.gpus = 512;
  ClusterArrangement view;
  for (const FailureUnit unit : {FailureUnit::card, FailureUnit::rack_links, FailureUnit::site_links}) {
    view.unit = unit;
    toggle_failure(view, cluster, 1100);
  }
  CHECK(view.failures ==
        std::vector<Failure>{{LevelKind::gpu, 1100, true}, {LevelKind::rack, 34, true}, {LevelKind::site, 1, true}});
  CHECK(failure_words(view.failures) == "1 card, 1 rack's links, 1 site's links out");
  Plan plan;
  plan.tp = 8, plan.dp = 256;
  const Outage outage = outage_of(std::span(view.failures).subspan(2), map_ranks(plan, cluster), cluster);
  CHECK(outage.gpus_lost == 0);
  CHECK(outage.groups[static_cast<std::size_t>(GroupKind::dp)].stopped == 8);
  CHECK(outage.replicas_stopped == 0);  // but they train apart
  CHECK(outage_words(outage, {}, {}, false).starts_with("Replicas on the two sides of the cut can't exchange"));
}

TEST_CASE("what is out is said by what it held: nothing, a part of the replicas, or links that none sends over") {
  const auto starts = [](const Outage& outage, const char* words) {
    return outage_words(outage, {}, {}, false).starts_with(words);
  };
  Outage outage;
  outage.replicas = 8;
  CHECK(starts(outage, "No group stops: none sends over"));
  outage.gpus_lost = 8;
  CHECK(starts(outage, "No group stops: what failed held no rank."));
  outage.cards_left = 0.5;
  CHECK(starts(outage, "No group stops. The node goes on over its other cards"));
  outage.replicas_stopped = 2;
  outage.nodes_to_replace = 1;
  outage.spares_suffice = false;
  CHECK(starts(outage, "Without them 75.0 % of the throughput is left; there are too few spare nodes"));
}

TEST_CASE("without one card no group stops, and the step that waits for that node is said") {
  ClusterDriver window("llama3-70b-4096-h100");
  window.click("cluster.failures");
  window.click("failure.card");
  window.click(window.at_gpu(100));
  const ClusterState& state = window.explorer.of<ClusterState>();
  CHECK(state.outage->outage.cards_left < 1);
  CHECK(state.outage->outage.replicas_stopped == 0);
  REQUIRE(state.outage->slowed_step.has_value());
  CHECK(*state.outage->slowed_step >= window.report().time->step);
  window.click("failure.restore");
  CHECK_FALSE(state.outage->slowed_step.has_value());
}

TEST_CASE("a rack that is one scale-up domain is taken out whole") {
  Cluster cluster;
  cluster.gpus = 720;
  cluster.gpus_per_node = 4;
  cluster.nodes_per_rack = 18;
  cluster.scale_up_domain = 72;
  ClusterArrangement view;
  view.unit = FailureUnit::rack;
  toggle_failure(view, cluster, 100);
  REQUIRE(view.failures.size() == 1);
  CHECK(outage_of(view.failures, map_ranks(Plan{}, cluster), cluster).gpus_lost == 72);
}

TEST_CASE("a click takes out the rail that the GPU's card is on, and the step that waits is said") {
  Cluster cluster;
  cluster.gpus = 1024;
  cluster.topology.pod.gpus = 512;
  ClusterArrangement view;
  view.unit = FailureUnit::rail;
  toggle_failure(view, cluster, 517);
  CHECK(view.failures == std::vector<Failure>{{LevelKind::pod, 1, true, 5}});
  CHECK(failure_words(view.failures) == "1 rail out");
  toggle_failure(view, cluster, 525);  // the same rail, by another node
  CHECK(view.failures.empty());
  ClusterDriver window("llama3-70b-4096-h100");
  window.click("cluster.failures");
  window.click("failure.rail");
  window.click(window.at_gpu(100));
  const ClusterState& state = window.explorer.of<ClusterState>();
  REQUIRE(window.explorer.of<ClusterState>().arranged.failures.size() == 1);
  CHECK(state.outage->outage.replicas_stopped == 0);
  CHECK(state.outage->outage.cards_left == doctest::Approx(7.0 / 8));
  REQUIRE(state.outage->slowed_step.has_value());
  CHECK(*state.outage->slowed_step >= window.report().time->step);
}

TEST_CASE("the rack that failed last is the one that is shown from near") {
  ClusterDriver window("llama3-70b-4096-h100");
  window.click("cluster.failures");
  window.click("failure.rack");
  const RackGrid grid = rack_units(window.scenario().cluster);
  for (const std::int64_t gpu : {std::int64_t{2000}, std::int64_t{300}}) {
    window.click(window.at_gpu(gpu));
    window.point_at({2, 2});
    const std::vector<Failure>& failures = window.explorer.of<ClusterState>().arranged.failures;
    REQUIRE_FALSE(failures.empty());
    const GpuRange out = gpus_of(failures.back(), fabric_of(window.scenario().cluster));
    CHECK(window.shows("cluster.rack." + std::to_string(rack_of(grid, out.first))));
  }
}
