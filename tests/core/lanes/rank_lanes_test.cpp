#include "core/lanes/rank_lanes.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("every pass of a rank has its lanes, as long as the timeline says") {
  for (const char* name : {"gpt4-25k-a100", "deepseek-v3-2048-h800", "llama3-405b-16k-h100"}) {
    CAPTURE(name);
    const Report report = evaluate(*all_presets().scenario(name));
    const std::optional<RankLanes> lanes = rank_lanes(report, 0);
    REQUIRE(lanes);
    const std::span<const PassRecord> records = report.timeline->lane(0);
    REQUIRE(lanes->places.size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      const PassPlace& place = lanes->places[i];
      CHECK(place.moment(0) == doctest::Approx(records[i].start));
      CHECK(place.moment(lanes->passes[place.lanes].length) == doctest::Approx(records[i].end));
    }
  }
}

TEST_CASE("a pass that nothing stretches takes on its lanes what it takes in the timeline") {
  Scenario scenario = gpt3_on(8, 4, 2);
  scenario.plan.end_passes = true;
  for (const bool apart : {false, true}) {
    scenario.plan.end_passes = apart;
    const Report report = evaluate(scenario);
    REQUIRE(report.timeline);
    for (std::int32_t rank = 0; rank < 4; ++rank) {
      const std::optional<RankLanes> lanes = rank_lanes(report, rank);
      REQUIRE(lanes);
      for (const PassPlace& place : lanes->places) CHECK(place.stretch == doctest::Approx(1).epsilon(1e-9));
    }
  }
}

TEST_CASE("there are no lanes of a rank that isn't there, nor of pools") {
  const Report report = evaluate(gpt3_on(8, 4, 2));
  CHECK(!rank_lanes(report, 4));
  CHECK(!rank_lanes(report, -1));
  CHECK(!rank_lanes(Report{}, 0));
}

TEST_CASE("the passes of the critical path are marked on the rank that runs them, and no others") {
  const Report report = evaluate(gpt3_on(8, 4, 2));
  const CriticalPath path =
      critical_path(*report.timeline, build_timeline_index(*report.timeline, report.time->step_ends));
  std::size_t marked = 0;
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    const std::vector<bool> critical = critical_places(*rank_lanes(report, rank), path);
    REQUIRE(critical.size() == report.timeline->lane(rank).size());
    marked += static_cast<std::size_t>(std::count(critical.begin(), critical.end(), true));
  }
  CHECK(marked == path.steps.size());
  CHECK(marked < report.timeline->records.size());
}
