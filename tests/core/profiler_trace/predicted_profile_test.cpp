#include "core/profiler_trace/predicted_profile.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "core/inspect/time_lost.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("in every preset what is predicted by kinds adds up to the step, and its kernels are the breakdown's") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.preset);
    const Report report = evaluate(preset);
    const std::optional<PredictedProfile> predicted = predicted_profile(report, {});
    REQUIRE(predicted.has_value() == report.time.has_value());
    if (!predicted || report.pools) continue;
    CHECK(predicted->pipeline_rank == report.time->critical_rank);
    CHECK_FALSE(predicted->of_the_trace);
    double sum = 0;
    for (const Seconds each : predicted->seconds) {
      CHECK(each.value >= 0);
      sum += each.value;
    }
    CHECK(sum == doctest::Approx(report.time->step.value));
    const StepBreakdown& step = report.time->breakdown;
    const auto of = [&](KernelKind kind) { return predicted->seconds[index_of(kind)].value; };
    const double kernels = of(KernelKind::products) + of(KernelKind::attention) + of(KernelKind::others) +
                           of(KernelKind::idle) - step.other.value;
    if (report.scenario.run.jitter == 0 && !report.scenario.run.slow_rank)
      CHECK(kernels == doctest::Approx((step.compute() + step.recompute).value));
    CHECK(of(KernelKind::optimizer) == step.optimizer.value);
    CHECK(of(KernelKind::host_copies) == 0);
  }
}

TEST_CASE("a trace's rank in the plan's own world is looked up in the plan's order") {
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const Plan& plan = report.scenario.plan;
  TraceFacts facts;
  facts.world_size = plan.tp * plan.cp * plan.pp * *plan.dp;
  facts.rank = *facts.world_size - 1;
  const auto last = predicted_profile(report, facts);
  REQUIRE(last);
  CHECK(last->of_the_trace);
  CHECK(last->pipeline_rank == plan.pp - 1);
  facts.rank = 0;
  CHECK(predicted_profile(report, facts)->pipeline_rank == 0);
  facts.world_size = 8;
  CHECK_FALSE(predicted_profile(report, facts)->of_the_trace);
}
