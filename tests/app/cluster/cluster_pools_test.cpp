#include <doctest/doctest.h>

#include "tests/gui/cluster_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("mixed pools have their best split shown, one kind of GPU has words instead") {
  ClusterDriver window("llama3-70b-4096-h100");
  window.click("cluster.page.sites");
  CHECK_FALSE(window.report().pools.has_value());
  CHECK(window.shows("cluster.pools"));
  CHECK_FALSE(window.shows("cluster.pool.0"));
  Scenario scenario = window.scenario();
  Pool old{scenario.cluster.gpu, 2048, {}, {}, {}};
  old.gpu = *window.explorer.session.presets->gpu("a100-80");
  scenario.cluster.pools = {{scenario.cluster.gpu, 2048, {}, {}, {}}, old};
  edit_scenario(window.explorer.session, scenario, "cluster.gpus");
  window.frames(2);
  REQUIRE(window.report().pools.has_value());
  const PoolsReport& pools = *window.report().pools;
  REQUIRE(pools.shares.size() == 2);
  CHECK(pools.shares[0].gpus == 2048);
  CHECK(pools.shares[0].gpu != pools.shares[1].gpu);
  CHECK(window.place("cluster.pool.1").min.y >= window.place("cluster.pool.0").max.y);
  CHECK_FALSE(window.shows("cluster.pool.2"));
}
