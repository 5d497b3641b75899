#include <doctest/doctest.h>

#include "tests/gui/cluster_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on a change makes it, as one step that can be undone, and the step is as much faster") {
  ClusterDriver window;
  window.click("cluster.page.network");
  window.finish();
  REQUIRE_FALSE(window.explorer.of<ClusterState>().network->changes.empty());
  const NetworkChange change = window.explorer.of<ClusterState>().network->changes.front();
  const double before = window.report().throughput->tokens_per_second;
  window.click("cluster.change.0");
  CHECK(window.scenario() == change.idea.scenario);
  CHECK(window.report().throughput->tokens_per_second / before - 1 == doctest::Approx(change.faster));
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.report().throughput->tokens_per_second == doctest::Approx(before));
}
