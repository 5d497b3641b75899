#include "core/scenario/parts/spreads.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("another spread in a cluster is another range, and no other number") {
  const Scenario shipped = preset_scenario("gpt4-25k-a100");
  Scenario wider = shipped;
  wider.cluster.spreads.network.longer += 0.2;
  const TimeReport before = *evaluate(shipped).time, after = *evaluate(wider).time;
  CHECK(after.step == before.step);
  CHECK(after.range.low == before.range.low);
  CHECK(after.range.high > before.range.high);
}
