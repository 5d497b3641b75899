#include "core/inspect/moment.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/inspect/memory/held_bytes.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("at a moment the first stage begins while the last waits, and over the step each holds what its bar says") {
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  REQUIRE(report.timeline);
  const TimelineIndex index = build_timeline_index(*report.timeline, report.time->step_ends);
  const HeldIndex held = held_bytes(report);
  const StepMoment first = moment_at(report, index, held, 1e-6 * index.step);
  REQUIRE(first.ranks.size() == report.memory.stages.size());
  CHECK(first.ranks.front().work == BarKind::forward);
  CHECK(first.ranks.back().work == BarKind::idle);
  std::vector<double> most(first.ranks.size(), 0);
  constexpr int moments = 4000;
  for (int i = 0; i < moments; ++i) {
    const StepMoment at = moment_at(report, index, held, index.step * i / moments);
    for (std::size_t rank = 0; rank < most.size(); ++rank) most[rank] = std::max(most[rank], at.ranks[rank].held.value);
  }
  for (std::size_t rank = 0; rank < most.size(); ++rank) {
    const double total = report.memory.stages[rank].total.value;
    CHECK(most[rank] <= 1.0001 * total);
    CHECK(most[rank] >= 0.95 * total);
  }
  CHECK(moment_at(Report{}, {}, {}, 1).ranks.empty());
}
