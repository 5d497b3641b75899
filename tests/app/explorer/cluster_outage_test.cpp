#include <doctest/doctest.h>

#include "app/explorer/cluster_parts.h"

using namespace shardscope;

TEST_CASE("a click takes out the unit that the GPU is part of, and a second one puts it back") {
  Cluster cluster;
  cluster.gpus = 1024;
  ClusterView view;
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

TEST_CASE("a rack that is one scale-up domain is taken out whole") {
  Cluster cluster;
  cluster.gpus = 720;
  cluster.gpus_per_node = 4;
  cluster.nodes_per_rack = 18;
  cluster.scale_up_domain = 72;
  ClusterView view;
  view.unit = FailureUnit::rack;
  toggle_failure(view, cluster, 100);
  REQUIRE(view.failures.size() == 1);
  CHECK(outage_of(view.failures, place_ranks(Plan{}, cluster), cluster).gpus_lost == 72);
}
