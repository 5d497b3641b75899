#include "core/changes/degrees.h"

#include <doctest/doctest.h>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("a change says both values, with a decimal where there is one") {
  CHECK(arrow("TP", 8, 4) == "TP 8 → 4");
  CHECK(arrow("Fibre", 0.8, 1.6) == "Fibre 0.8 → 1.6");
}

TEST_CASE("half the tensor degree doubles the replicas, and idle GPUs stay idle") {
  Scenario scenario = gpt3_on(8, 8, 8);
  scenario.cluster.gpus = 1024;  // 512 of them at work
  scenario.plan.dp.reset();
  scenario.plan.dp = 8;
  CHECK(used_gpus(scenario) == 512);
  const DegreeChanges changes(scenario, {});
  const std::vector<std::int64_t> values = changes.values("plan.tp");
  CHECK(std::find(values.begin(), values.end(), 4) != values.end());
  const std::optional<Scenario> half = changes.with(&Plan::tp, 4);
  REQUIRE(half.has_value());
  CHECK(half->plan.tp == 4);
  CHECK(used_gpus(*half) == 512);
  CHECK(half->cluster.gpus == 1024);
}

TEST_CASE("a plan's way back is among its changes, though degrees that are left don't divide the cluster") {
  Scenario scenario = preset_scenario("gpt4-25k-a100");
  scenario.plan.tp = 2, scenario.plan.dp = 833, scenario.plan.global_batch = 833 * 9;  // 24,990 of 25,000 at work
  const DegreeChanges changes(scenario, {});
  for (const std::int64_t tp : {4, 8}) {
    const std::optional<Scenario> back = changes.with(&Plan::tp, tp);
    REQUIRE(back.has_value());
    CHECK(back->plan.tp == tp);
    CHECK(used_gpus(*back) > 24'500);
  }
  Scenario small = gpt3_on(8, 1, 3);
  small.cluster.gpus = 24;
  CHECK_FALSE(DegreeChanges(small, {}).with(&Plan::tp, 16).has_value());  // a third of them would idle
}
