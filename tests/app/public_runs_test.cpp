#include "app/public_runs.h"

#include <doctest/doctest.h>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("the public runs come with the presets, each with its source and a scenario") {
  const Outcome<std::vector<MeasuredRun>> runs = load_public_runs(all_presets());
  REQUIRE(succeeded(runs));
  CHECK(value_of(runs).size() == 819);
  for (const MeasuredRun& run : value_of(runs)) {
    CAPTURE(run.id);
    CHECK_FALSE(run.source.empty());
    CHECK(run.scenario.has_value());
  }
}
