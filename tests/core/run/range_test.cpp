#include "core/run/range.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "core/run/run.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

/// The run made anew with a step that takes `slower` times as long.
RunReport with_step(const Report& report, double slower) {
  Throughput throughput = *report.throughput;
  throughput.tokens_per_second /= slower;
  RunInputs inputs{report.scenario, report.parameters, report.memory.checkpoint.total()};
  inputs.throughput = &throughput;
  inputs.step = report.time->step * slower;
  inputs.busy = report.timeline->busy.front() * slower;
  return run_of(inputs);
}

}  // namespace

TEST_CASE("the ends of a range are the run made anew with the ends of the step's range") {
  for (const char* preset : {"gpt4-25k-a100", "deepseek-v3-2048-h800", "llama3-405b-16k-h100"}) {
    CAPTURE(preset);
    const Report report = evaluate(preset_scenario(preset));
    const RunReport& run = report.run;
    REQUIRE(run.time_range.has_value());
    CHECK(run.time_range->low == doctest::Approx(report.time->range.low / report.time->step));
    const RunReport fast = with_step(report, run.time_range->low), slow = with_step(report, run.time_range->high);
    CHECK(range_of(run, run.calendar_days)->low == doctest::Approx(*fast.calendar_days).epsilon(0.01));
    CHECK(range_of(run, run.calendar_days)->high == doctest::Approx(*slow.calendar_days).epsilon(0.01));
    for (std::size_t way = 0; way < cost_way_count; ++way) {
      if (!run.costs[way]) continue;
      CAPTURE(way);
      CHECK(range_of(run, *run.costs[way])->low == doctest::Approx(fast.costs[way]->total()).epsilon(0.01));
      CHECK(range_of(run, *run.costs[way])->high == doctest::Approx(slow.costs[way]->total()).epsilon(0.01));
    }
  }
}

TEST_CASE("what doesn't go with time has no width, and what isn't known no range") {
  const RunReport run = evaluate(preset_scenario("gpt4-25k-a100")).run;
  const auto split = range_of(run, *run.costs[static_cast<std::size_t>(CostWay::split)]);
  CHECK(split->low == split->high);
  CHECK_FALSE(range_of(run, std::nullopt).has_value());
  CHECK_FALSE(range_of(RunReport{}, 3.0).has_value());
  CHECK_FALSE(time_range_of(std::nullopt).has_value());
}
