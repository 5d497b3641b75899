#include "core/step/kernel_flops.h"

#include <doctest/doctest.h>

#include "core/evaluate/plan_report.h"
#include "core/scenario/plan_counts.h"
#include "core/step/flops/flop_conventions.h"
#include "core/step/stage_cost.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

double kernels_of(const Scenario& scenario) {
  return kernel_flops(scenario, stage_layout(scenario.model, scenario.plan)).all().value;
}

double model_flops_of(const Scenario& scenario, FlopsConvention convention) {
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  return model_flops(scenario, count_parameters(scenario.model, scenario.plan, layout), convention).value;
}

}  // namespace

TEST_CASE("without recomputation kernels run the causal count, and fused attention's scores once more backward") {
  const Scenario scenario = gpt3_on(8, 4, 2);
  const double causal = model_flops_of(scenario, FlopsConvention::megatron_causal);
  // Half of the square: forward 2 s h a layer and token, backward 2.5 times that where the convention has 2.
  const double tokens = 32 * 2048.0, again = 0.5 * 2.0 * 2048 * 12288 * 96 * tokens;
  CHECK(kernels_of(scenario) == doctest::Approx(causal + again).epsilon(1e-3));
}

TEST_CASE("a long sequence's masked half isn't run, so that MFU and HFU stay apart only by what is run again") {
  Scenario scenario = gpt3_on(8, 4, 2);
  scenario.plan.sequence_length = 1 << 17;
  scenario.plan.recompute = Recompute{RecomputeMode::full, {}, {}, RecomputeMethod::block};
  const double full = model_flops_of(scenario, FlopsConvention::megatron);
  CHECK(kernels_of(scenario) < 4.0 / 3 * full);
  CHECK(kernels_of(scenario) > model_flops_of(scenario, FlopsConvention::megatron_causal) * 4.0 / 3);
}

TEST_CASE("a split, its micro-batches and uneven experts change nothing of what is multiplied") {
  const double alone = kernels_of(gpt3_on(1, 1, 1));
  CHECK(kernels_of(gpt3_on(8, 1, 1)) == doctest::Approx(alone).epsilon(1e-3));
  CHECK(kernels_of(gpt3_on(1, 8, 1)) == doctest::Approx(alone).epsilon(1e-9));
  CHECK(kernels_of(gpt3_on(1, 1, 4)) == doctest::Approx(4 * alone).epsilon(1e-9));
  Scenario experts = preset_scenario("mixtral-8x7b-512-h100");
  const double even = kernels_of(experts);
  experts.plan.expert_imbalance = 1.5;
  CHECK(kernels_of(experts) == doctest::Approx(even).epsilon(1e-12));
}

TEST_CASE("the stages' costs count the FLOPs that all kernels of the step run, whatever is recomputed") {
  for (const RecomputeMode mode : {RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full}) {
    Scenario scenario = gpt3_on(8, 4, 2);
    scenario.plan.recompute = Recompute{mode, {}, {}, RecomputeMethod::block};
    if (mode == RecomputeMode::full) scenario.plan.recompute->layers = 10;
    scenario = with_defaults(scenario);
    const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
    Flops sum;
    for (const StageCost& stage : stage_costs(scenario, layout, *machine_speed(scenario)))
      sum += stage.model_flops + stage.recompute_flops;
    const double passes = static_cast<double>(ranks_of_stage(scenario.plan) * micro_batches_of(scenario.plan));
    CHECK(kernels_of(scenario) == doctest::Approx(sum.value * passes).epsilon(1e-9));
  }
}
