#include "core/cluster/algorithm_rates.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("the chosen algorithm is the fastest of those that NCCL has, and each is asked once") {
  const Scenario scenario = preset_scenario("llama3-70b-4096-h100");
  const GroupSpan group = gradient_group_span(scenario.cluster, scenario.plan);
  const std::vector<AlgorithmRate> rates =
      algorithm_rates(Collective::all_reduce, Bytes{256e6}, group, scenario.cluster);
  REQUIRE(rates.size() == 5);
  CHECK(std::count_if(rates.begin(), rates.end(), [](const AlgorithmRate& each) { return each.chosen; }) == 1);
  for (const AlgorithmRate& each : rates) {
    if (!each.chosen) continue;
    CHECK(each.bus >= rates[0].bus);  // the ring is always asked
    CHECK(each.candidate);
  }
  for (const AlgorithmRate& each : rates) {
    if (each.candidate)
      CHECK(each.bus <=
            std::find_if(rates.begin(), rates.end(), [](const AlgorithmRate& rate) { return rate.chosen; })->bus);
    CHECK(each.candidate == (each.algorithm != CollectiveAlgorithm::hierarchical &&
                             each.algorithm != CollectiveAlgorithm::halving_doubling));
  }
}

TEST_CASE("an algorithm that can't do a collective has no rate") {
  const Scenario scenario = preset_scenario("llama3-70b-4096-h100");
  const GroupSpan group = gradient_group_span(scenario.cluster, scenario.plan);
  const std::vector<AlgorithmRate> rates =
      algorithm_rates(Collective::all_gather, Bytes{256e6}, group, scenario.cluster);
  CHECK(rates[static_cast<std::size_t>(CollectiveAlgorithm::tree) - 1].bus.value == 0);
  CHECK(rates[0].bus.value > 0);
}
