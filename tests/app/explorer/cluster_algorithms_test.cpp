#include <doctest/doctest.h>

#include "tests/gui/cluster_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the network page says each algorithm's bandwidth where the plan has groups, and nothing where it has none") {
  ClusterDriver window;
  window.click("cluster.page.network");
  CHECK(window.shows("cluster.algorithms"));
  CHECK(window.shows("cluster.rates.0"));
  CHECK(cluster_algorithms_height(window.theme(), {}) == 0);
  const std::vector<GroupRates>& rates = window.explorer.cluster_detail.rates;
  REQUIRE_FALSE(rates.empty());
  CHECK(rates.size() % 3 == 0);  // each group's collectives, for messages of three sizes
  CHECK(rates.front().name == "Tensor all-gather, 8 GPUs");
  const float all = cluster_algorithms_height(window.theme(), rates);
  CHECK(all > cluster_algorithms_height(window.theme(), {rates.begin(), rates.end() - 1}));
}

TEST_CASE("in a small window the algorithms still have a card, which scrolls") {
  ClusterDriver window("gpt4-25k-a100", {1280, 720});
  window.click("cluster.page.network");
  CHECK(window.shows("cluster.algorithms"));
  CHECK(window.shows("cluster.rates.0"));
  const std::string last = "cluster.rates." + std::to_string(window.explorer.cluster_detail.rates.size() - 1);
  CHECK_FALSE(window.shows(last));
  window.point_at(window.place("cluster.algorithms").center());
  for (int i = 0; i < 40 && !window.shows(last); ++i) window.wheel(-1);
  CHECK(window.shows(last));
}
