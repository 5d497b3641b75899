#include <doctest/doctest.h>

#include "tests/gui/cluster_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the network page says each algorithm's bandwidth where the plan has groups, and nothing where it has none") {
  ClusterDriver window;
  window.click("cluster.page.network");
  CHECK(window.shows("cluster.algorithms"));
  CHECK(cluster_algorithms_height(window.theme(), Plan{}) == 0);
}
