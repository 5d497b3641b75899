#include "app/files/public_runs.h"

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

TEST_CASE("runs keep their notes and other programs' figures, where there are any") {
  const Outcome<std::vector<MeasuredRun>> runs = load_public_runs(all_presets());
  REQUIRE(succeeded(runs));
  std::size_t noted = 0, rivals = 0, rated = 0;
  for (const MeasuredRun& run : value_of(runs)) {
    noted += run.notes.empty() ? 0 : 1;
    rivals += run.rival ? 1 : 0;
    rated += run.measured[index_of(MeasuredField::tokens_per_second_per_gpu)] ? 1 : 0;
  }
  CHECK(noted == 816);
  CHECK(rivals == 16);  // SimuMax on 12, Calculon on 4
  CHECK(rated == 802);
}

TEST_CASE("what was measured in public is there to be set beside a plan") {
  CHECK(public_evidence(all_presets()).size() > 100);
}
