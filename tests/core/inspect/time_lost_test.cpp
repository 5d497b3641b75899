#include "core/inspect/time_lost.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "core/hardware/operation_time.h"
#include "core/inspect/operation_table.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

double seconds(const LostSeconds& lost, TimeLost part) {
  return seconds_of(lost, part).value;
}

LostSeconds time_lost_of(const Scenario& scenario) {
  return time_lost(evaluate(scenario));
}

}  // namespace

TEST_CASE("the parts are the step, none is below 0, and what isn't compute is the breakdown's") {
  int waits = 0;
  for (const auto& [preset, launch] : all_presets().scenarios)
    for (const RecomputeMode mode : {RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full})
      for (const double jitter : {0.0, 0.02}) {
        Scenario scenario = preset;
        scenario.plan.recompute = Recompute{mode, {}, {}, RecomputeMethod::block};
        scenario.run.jitter = jitter;
        if (scenario.model.num_experts > 0) scenario.plan.expert_imbalance = 1.2;
        const Report report = evaluate(scenario);
        if (!report.time) continue;
        CAPTURE(preset.preset);
        const LostSeconds lost = time_lost(report);
        CHECK(total_of(lost).value == doctest::Approx(report.time->step.value).epsilon(1e-9));
        for (const Seconds part : lost) CHECK(part.value >= 0);
        const StepBreakdown& step = report.time->breakdown;
        CHECK(seconds(lost, TimeLost::bubble) + seconds(lost, TimeLost::slowest) == doctest::Approx(step.bubble.value));
        if (jitter == 0) CHECK(seconds(lost, TimeLost::slowest) == 0);
        waits += seconds(lost, TimeLost::slowest) > 0 ? 1 : 0;
        CHECK(seconds(lost, TimeLost::gradients) == step.dp_comm.value);
        CHECK(seconds(lost, TimeLost::optimizer) == step.optimizer.value);
        CHECK(seconds(lost, TimeLost::at_peak) > 0);
        CHECK(seconds(lost, TimeLost::memory_bound) > 0);
      }
  CHECK(waits > 0);  // for the slowest of replicas whose passes jitter
}

TEST_CASE("compute taken apart is the table's rows: FLOPs over each precision's peak, bytes, and launches") {
  const Report report = evaluate(preset_scenario("deepseek-v3-2048-h800"));
  const OperationTable table = operation_table(report, report.time->critical_rank);
  const Roofline roofline = *roofline_of(report.scenario);
  double ideal = 0, memory = 0, attention = 0;
  for (const OperationRow& row : table.rows) {
    if (row.phase == OperationPhase::recompute) continue;
    if (row.operation.kind == OperationKind::memory_bound) memory += row.in_step().value;
    if (row.operation.kind == OperationKind::attention) attention += row.in_step().value;
    ideal += row.flops.value * row.runs / (row.operation.low_precision ? roofline.peak : roofline.peak_16bit).value;
  }
  const LostSeconds lost = time_lost(report);
  CHECK(seconds(lost, TimeLost::at_peak) == doctest::Approx(ideal));
  CHECK(seconds(lost, TimeLost::memory_bound) == doctest::Approx(memory));
  CHECK(seconds(lost, TimeLost::attention) < attention);
  CHECK(seconds(lost, TimeLost::attention) > 0.3 * attention);
  CHECK(seconds(lost, TimeLost::at_peak) > report.time->breakdown.compute_at_peak.value);  // attention isn't in 8 bits
}

TEST_CASE("only a plan in 8 or 4 bits casts, and a bf16 plan's ideal is its model FLOPs at peak") {
  CHECK(seconds(time_lost_of(preset_scenario("deepseek-v3-2048-h800")), TimeLost::casts) > 0);
  const Report report = evaluate(gpt3_on(8, 4, 2));
  const LostSeconds lost = time_lost(report);
  CHECK(seconds(lost, TimeLost::casts) == 0);
  CHECK(seconds(lost, TimeLost::at_peak) == doctest::Approx(report.time->breakdown.compute_at_peak.value));
}

TEST_CASE("a slower host shows as launches, and a lesser efficiency as products below peak") {
  Scenario scenario = gpt3_on(8, 4, 2);
  scenario.plan.cuda_graphs = false;
  const LostSeconds before = time_lost_of(scenario);
  Scenario slow = scenario;
  slow.cluster.gpu.efficiency.launch_seconds *= 4;
  const LostSeconds after = time_lost_of(slow);
  CHECK(seconds(after, TimeLost::launches) > 2 * seconds(before, TimeLost::launches));
  CHECK(seconds(after, TimeLost::shapes) == doctest::Approx(seconds(before, TimeLost::shapes)));
  Scenario weak = scenario;
  weak.cluster.gpu.efficiency.matrix_16bit *= 0.8;
  const LostSeconds weaker = time_lost_of(weak);
  CHECK(seconds(weaker, TimeLost::below_peak) > 1.2 * seconds(before, TimeLost::below_peak));
  CHECK(seconds(weaker, TimeLost::memory_bound) == doctest::Approx(seconds(before, TimeLost::memory_bound)));
}

TEST_CASE("experts out of balance have their own loss; kernels are then those of balanced ones") {
  Scenario scenario = preset_scenario("deepseek-v3-2048-h800");
  const Report even = evaluate(scenario);
  scenario.plan.expert_imbalance = 1.3;
  const Report uneven = evaluate(scenario);
  CHECK(seconds(time_lost(even), TimeLost::imbalance) == 0);
  CHECK(seconds(time_lost(uneven), TimeLost::imbalance) > 0);
  Report same_rank = uneven;  // the busiest rank's time lost, as if its experts were balanced
  same_rank.scenario.plan.expert_imbalance = 1;
  const OperationTable balanced = operation_table(same_rank, uneven.time->critical_rank);
  double memory = 0;
  for (const OperationRow& row : balanced.rows)
    if (row.operation.kind == OperationKind::memory_bound && row.phase != OperationPhase::recompute)
      memory += row.in_step().value;
  CHECK(seconds(time_lost(uneven), TimeLost::memory_bound) == doctest::Approx(memory));
}

TEST_CASE("a slow rank's own delay is apart from what its kernels take without it") {
  Scenario scenario = gpt3_on(8, 4, 2);
  const LostSeconds before = time_lost_of(scenario);
  CHECK(seconds(before, TimeLost::stragglers) == 0);
  scenario.run.slow_rank = 0, scenario.run.slow_factor = 1.5;
  const Report slow = evaluate(scenario);
  REQUIRE(slow.time->critical_rank == 0);
  const LostSeconds after = time_lost(slow);
  const StepBreakdown& step = slow.time->breakdown;
  const double passes = (step.compute() + step.recompute + step.tp_comm).value;
  CHECK(seconds(after, TimeLost::stragglers) == doctest::Approx(passes / 3));  // half of two thirds
}

TEST_CASE("without a time there are none, and without operations compute keeps its two parts") {
  CHECK(total_of(time_lost(Report{})).value == 0);
  Report report;
  report.time.emplace();
  report.time->breakdown.compute_at_peak = Seconds{3};
  report.time->breakdown.compute_below_peak = Seconds{2};
  const LostSeconds lost = time_lost(report);
  CHECK(seconds(lost, TimeLost::at_peak) == 3);
  CHECK(seconds(lost, TimeLost::below_peak) == 2);
}
