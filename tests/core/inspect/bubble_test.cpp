#include "core/inspect/bubble.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("the bubble is the idle time of all ranks over ranks times step, never more than of the makespan") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.name);
    const Report report = evaluate(preset);
    const std::optional<Bubble> bubble = bubble_of(report);
    REQUIRE(bubble.has_value() == (report.timeline && report.time));
    if (!bubble) continue;
    double busy = 0;
    for (const Seconds each : report.timeline->busy) busy += each.value;
    const double ranks = report.timeline->ranks, makespan = report.timeline->makespan.value;
    const double step = report.time->step.value;
    CHECK(bubble->share() == doctest::Approx((ranks * makespan - busy) / (ranks * step)));
    CHECK(bubble->share() >= 0);
    CHECK(bubble->share() < 1);
    CHECK(bubble->share() == doctest::Approx(report.timeline->bubble_fraction() * makespan / step));
  }
}

TEST_CASE("without a pipeline nobody waits, and what can't run has no bubble") {
  CHECK(bubble_share_of(evaluate(gpt3_on(8, 1, 4))).value_or(1) == doctest::Approx(0));
  CHECK_FALSE(bubble_share_of(Report{}).has_value());
}
