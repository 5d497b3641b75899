#include "core/changes/if_free.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

double without(const Report& report, WorkKind kind) {
  return step_if_free(report, kind)->value / report.time->step.value;
}

}  // namespace

TEST_CASE("a preset without a kind of work is a finite, valid plan of the same memory that takes no longer") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.preset);
    const Report report = evaluate(preset);
    if (!report.time) continue;
    for (std::size_t i = 0; i < count_of<WorkKind>; ++i) {
      CAPTURE(entry_of(static_cast<WorkKind>(i)).json);
      const PlanReport free = evaluate_figures(with_free(report.scenario, static_cast<WorkKind>(i)));
      REQUIRE(free.time);
      CHECK(free.valid == report.valid);
      CHECK(std::isfinite(free.time->step.value));
      CHECK(free.memory.peak == report.memory.peak);
      CHECK(free.time->step.value > 0);
      CHECK(free.time->step <= report.time->step * (1 + 1e-9));
    }
  }
}

TEST_CASE("a group of one sends nothing, so that its traffic is worth nothing; where it shows it is worth what shows") {
  Scenario scenario = gpt3_on(8, 4, 2);
  scenario.plan.overlap.tp = false;
  const Report report = evaluate(scenario);
  CHECK(without(report, WorkKind::context) == doctest::Approx(1).epsilon(1e-6));
  CHECK(without(report, WorkKind::expert) == doctest::Approx(1).epsilon(1e-6));
  const double shown = report.time->breakdown.tp_comm / report.time->step;
  CHECK(shown > 0.02);
  CHECK(1 - without(report, WorkKind::tensor) >= shown * 0.99);
  CHECK(1 - without(report, WorkKind::pipeline) >= report.time->breakdown.pp_comm / report.time->step * 0.99);
  CHECK(1 - without(report, WorkKind::optimizer) ==
        doctest::Approx(report.time->breakdown.optimizer / report.time->step).epsilon(1e-6));
}

TEST_CASE("without any of its work a step is what its host takes beside it") {
  Scenario scenario = evaluate(gpt3_on(8, 4, 2)).scenario;
  for (std::size_t i = 0; i < count_of<WorkKind>; ++i) scenario = with_free(scenario, static_cast<WorkKind>(i));
  const Report report = evaluate(scenario);
  CHECK(report.time->step.value == doctest::Approx(scenario.cluster.constants.step_overhead_seconds).epsilon(0.01));
}

TEST_CASE("what is worth most stands first, and nothing that is worth nothing") {
  const std::vector<IfFree> steps = steps_if_free(evaluate(gpt3_on(8, 4, 2)));
  REQUIRE(steps.size() > 3);
  CHECK(steps.front().kind == WorkKind::products);
  CHECK(std::is_sorted(steps.begin(), steps.end(), [](const IfFree& a, const IfFree& b) { return a.step < b.step; }));
  CHECK(std::none_of(steps.begin(), steps.end(), [](const IfFree& each) { return each.kind == WorkKind::context; }));
}

TEST_CASE("a lane's work is what runs on it: both lanes of data traffic have the same, the kernels' has every kind") {
  const auto same = [](LaneKind a, LaneKind b) { return std::ranges::equal(work_of(a), work_of(b)); };
  for (std::size_t i = 0; i < lane_kinds; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto a = static_cast<LaneKind>(i), b = static_cast<LaneKind>(j);
      const bool both_data = a == LaneKind::data_out && b == LaneKind::data_in;
      CHECK(same(a, b) == both_data);
    }
  const Report report = evaluate(gpt3_on(8, 4, 2));
  const double kernels = *step_if_free(report, work_of(LaneKind::compute)) / report.time->step;
  CHECK(kernels < without(report, WorkKind::products));
  CHECK(*step_if_free(report, work_of(LaneKind::tensor)) == *step_if_free(report, WorkKind::tensor));
}

TEST_CASE("an optimizer's own products are its work, not the model's") {
  Scenario scenario = gpt3_on(8, 4, 2);
  const auto freed = [&](Optimizer kind) {
    scenario.plan.optimizer = kind;
    const Report report = evaluate(scenario);
    const Scenario free = with_free(report.scenario, WorkKind::products);
    return std::pair(evaluate(free).time->breakdown.optimizer, report.time->breakdown.optimizer);
  };
  const auto [without, with] = freed(Optimizer::muon);
  CHECK(without.value == doctest::Approx(with.value));
  CHECK(with > freed(Optimizer::adam).second);
}

TEST_CASE("kernels count by what they are") {
  CHECK(work_of(OperationKind::grouped_matrix) == WorkKind::products);
  CHECK(work_of(OperationKind::attention) == WorkKind::attention);
  CHECK(work_of(OperationKind::memory_bound) == WorkKind::memory_bound);
}
