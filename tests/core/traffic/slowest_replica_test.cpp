#include "core/traffic/slowest_replica.h"

#include <doctest/doctest.h>

#include <utility>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("the slowest of n replicas is as far behind as the largest of n normal values on the mean") {
  // Expected values of the largest of n: David and Nagaraja 2003, table 3.2; 1,000: 3.24144.
  for (const auto& [replicas, expected] :
       {std::pair{10.0, 1.53875}, std::pair{100.0, 2.50759}, std::pair{1000.0, 3.24144}}) {
    CAPTURE(replicas);
    double sum = 0;
    constexpr int seeds = 4000;
    for (int seed = 0; seed < seeds; ++seed) sum += slowest_deviation(static_cast<std::uint64_t>(seed), replicas);
    CHECK(sum / seeds == doctest::Approx(expected).epsilon(0.03));
  }
  CHECK(slowest_deviation(1, 1) == 0);
  CHECK(slowest_deviation(7, 64) == slowest_deviation(7, 64));
}

TEST_CASE("a lane of four equal passes varies by twice the jitter of one") {
  Timeline timeline;
  timeline.ranks = 1;
  timeline.lane_begin = {0, 4};
  for (int i = 0; i < 4; ++i) timeline.records.push_back({3.0 * i, 3.0 * (i + 1), {}});
  Stragglers stragglers;
  CHECK(wait_for_slowest(timeline, 0, stragglers, 64).value == 0);
  stragglers.jitter = 0.05, stragglers.seed = 3;
  CHECK(wait_for_slowest(timeline, 0, stragglers, 64).value ==
        doctest::Approx(0.05 * 3 * 2 * slowest_deviation(3, 64)));
}

TEST_CASE("where passes jitter more replicas make a longer step, and no jitter makes none") {
  const auto step = [](double jitter, std::int64_t replicas) {
    Scenario scenario = gpt3_on(8, 1, replicas);
    scenario.run.jitter = jitter;
    return evaluate(scenario).time->step.value;
  };
  const double few = step(0.02, 2) - step(0, 2), many = step(0.02, 1024) - step(0, 1024);
  CHECK(many > few);
  CHECK(many > 0);
}
