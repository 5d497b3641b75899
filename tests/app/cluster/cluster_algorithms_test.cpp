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
  const std::vector<GroupRates>& rates = (*window.explorer.of<ClusterState>().rates);
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
  const std::string last = "cluster.rates." + std::to_string((*window.explorer.of<ClusterState>().rates).size() - 1);
  CHECK_FALSE(window.shows(last));
  window.point_at(window.place("cluster.algorithms").center());
  for (int i = 0; i < 40 && !window.shows(last); ++i) window.wheel(-1);
  CHECK(window.shows(last));
}

TEST_CASE("what is faster but not in NCCL isn't taken, and isn't called a candidate") {
  ClusterDriver window("llama3-70b-4096-h100");
  window.click("cluster.page.network");
  std::size_t faster = 0;
  for (const GroupRates& each : (*window.explorer.of<ClusterState>().rates)) {
    double taken = 0;
    for (const AlgorithmRate& rate : each.rates)
      if (rate.chosen) taken = rate.bus.value;
    for (const AlgorithmRate& rate : each.rates) {
      if (rate.candidate) CHECK(rate.bus.value <= taken * (1 + 1e-9));
      if (!rate.candidate) CHECK_FALSE(rate.chosen);
      faster += !rate.candidate && rate.bus.value > taken ? 1 : 0;
    }
  }
  CHECK(faster > 0);  // so the brackets say something
}
