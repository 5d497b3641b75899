#include "core/step/spread.h"

#include <doctest/doctest.h>

#include "core/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("a step's range holds the step, is wider with experts on Blackwell, and wide for GPUs without runs") {
  const Gpu& hopper = *all_presets().gpu("h100-sxm");
  const Gpu& blackwell = *all_presets().gpu("gb200");
  for (const Gpu& gpu : all_presets().gpus)
    for (const bool experts : {false, true}) {
      const StepSpread spread = step_spread(gpu, experts);
      CHECK(spread.low < 1);
      CHECK(spread.high > 1);
    }
  const auto width = [](const StepSpread& spread) { return spread.high - spread.low; };
  CHECK(width(step_spread(blackwell, true)) > width(step_spread(hopper, true)));
  CHECK(step_spread(hopper, false).fitted);
  CHECK_FALSE(step_spread(*all_presets().gpu("tpu-v5p"), false).fitted);
  CHECK(width(step_spread(*all_presets().gpu("tpu-v5p"), false)) > width(step_spread(hopper, false)));
}

TEST_CASE("a report's range is the spread of its GPU and model") {
  const Report report = evaluate(preset_scenario("llama3-8b-1024-h100"));
  REQUIRE(report.time.has_value());
  CHECK(report.time->range.low.value == doctest::Approx(0.93 * report.time->step.value));
  CHECK(report.time->range.high.value == doctest::Approx(1.07 * report.time->step.value));
}
