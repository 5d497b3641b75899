#include "core/changes/layout/layout_costs.h"

#include <doctest/doctest.h>

#include <array>
#include <random>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

LayoutCosts costs_of(const Report& report) {
  const auto speed = machine_speed(report.scenario.cluster.gpu, report.scenario.plan, report.scenario.software,
                                   report.scenario.model.num_experts > 0);
  REQUIRE(speed);
  return LayoutCosts(report, *speed);
}

/// The borders moved about at random, each stage left a block.
Cuts shaken(const BlockRow& row, Cuts cuts, std::mt19937& random) {
  for (int i = 0; i < 40; ++i) {
    const std::size_t border = 1 + random() % (cuts.size() - 2);
    cuts = with_border_at(row, cuts, border, cuts[border] + static_cast<std::int64_t>(random() % 5) - 2);
  }
  return cuts;
}

}  // namespace

TEST_CASE("an assignment is measured as it is evaluated") {
  std::mt19937 random(3);
  for (const auto& [scenario, launch] : all_presets().scenarios) {
    CAPTURE(scenario.name);
    const Report report = evaluate(scenario);
    if (!report.time || report.layout.size() < 2) continue;
    LayoutCosts costs = costs_of(report);
    for (int round = 0; round < 3; ++round) {
      const Cuts cuts = shaken(costs.row(), cuts_of(costs.row(), report.layout), random);
      const Report evaluated = evaluate(with_layout(scenario, stages_between(costs.row(), cuts)));
      REQUIRE(evaluated.valid);
      const LayoutResult measured = costs.measure(cuts);
      CHECK(measured.step.value == doctest::Approx(evaluated.time->step.value).epsilon(1e-12));
      CHECK(measured.peak.value == doctest::Approx(evaluated.memory.peak.value).epsilon(1e-12));
      CHECK(measured.peak_rank == evaluated.memory.peak_stage);
    }
  }
}

TEST_CASE("no step is shorter than its stages' bounds, and of 1F1B it is within a tenth of them") {
  std::mt19937 random(4);
  const ScheduleKind kinds[] = {ScheduleKind::one_f_one_b, ScheduleKind::gpipe, ScheduleKind::zb_h1,
                                ScheduleKind::zb_h2, ScheduleKind::breadth_first};
  for (const ScheduleKind kind : kinds)
    for (const std::int64_t micro_batches : {1, 3, 8, 16, 64}) {
      Scenario scenario = gpt3_on(8, 8, 4);
      scenario.plan.schedule = kind;
      scenario.plan.gradient_dtype = Dtype::bf16;  // so that passes are most of the step
      scenario.plan.global_batch = 4 * micro_batches;
      scenario.model.vocab_size = 200'000;
      scenario.plan.padded_vocab.reset();
      const Report report = evaluate(scenario);
      if (!report.time) continue;
      LayoutCosts costs = costs_of(report);
      REQUIRE(costs.stage_by_stage());
      Cuts cuts = cuts_of(costs.row(), report.layout);
      for (int round = 0; round < 4; ++round) {
        double bound = 0, peak = 0;
        for (std::int64_t k = 0; k < costs.stages(); ++k) {
          const auto stage = static_cast<std::size_t>(k);
          bound = std::max(bound, costs.step_bound(k, cuts[stage], cuts[stage + 1]));
          peak = std::max(peak, costs.memory(k, cuts[stage], cuts[stage + 1]));
        }
        const LayoutResult measured = costs.measure(cuts);
        CHECK(bound <= measured.step.value * (1 + 1e-12));
        CHECK(peak == measured.peak.value);
        if (kind == ScheduleKind::one_f_one_b && micro_batches >= 16) CHECK(bound > 0.9 * measured.step.value);
        cuts = shaken(costs.row(), cuts, random);
      }
    }
}

TEST_CASE("a stage with more blocks never costs less") {
  for (const auto& [scenario, launch] : all_presets().scenarios) {
    CAPTURE(scenario.name);
    const Report report = evaluate(scenario);
    if (!report.time || report.layout.size() < 2) continue;
    LayoutCosts costs = costs_of(report);
    if (!costs.stage_by_stage()) continue;
    for (std::int64_t stage = 0; stage < costs.stages(); stage += 3) {
      const std::int64_t begin = stage * costs.row().blocks() / costs.stages();
      for (std::int64_t end = begin + 1; end < costs.row().blocks(); ++end) {
        CHECK(costs.memory(stage, begin, end) <= costs.memory(stage, begin, end + 1));
        CHECK(costs.step_bound(stage, begin, end) <= costs.step_bound(stage, begin, end + 1));
      }
    }
  }
}
