#include "core/scenario/parts/cluster.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a cluster is mixed from the second pool on, and has sites from the second on") {
  Cluster cluster;
  CHECK_FALSE(is_mixed(cluster));
  CHECK_FALSE(has_sites(cluster));
  cluster.pools.resize(1), cluster.sites.number = 1;
  CHECK_FALSE(is_mixed(cluster));
  CHECK_FALSE(has_sites(cluster));
  cluster.pools.resize(2), cluster.sites.number = 2;
  CHECK(is_mixed(cluster));
  CHECK(has_sites(cluster));
  cluster.sites.number = 0;
  CHECK_FALSE(has_sites(cluster));
}
