#include "core/step/end_costs.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

struct Costs {
  std::vector<StageContent> layout;
  BlockCosts blocks;
  std::vector<StageCost> stages, bare;
};

Costs costs_of(const Scenario& scenario) {
  Costs costs;
  costs.layout = stage_layout(scenario.model, scenario.plan);
  const MachineSpeed speed = *machine_speed(scenario.cluster.gpu, scenario.plan, scenario.software);
  costs.blocks = block_costs(scenario, costs.layout, speed);
  costs.stages = stage_costs(costs.blocks, costs.layout, scenario.plan);
  costs.bare = without_ends(costs.layout, costs.blocks, scenario.plan);
  return costs;
}

}  // namespace

TEST_CASE("layers and ends make up the stages") {
  for (const std::int64_t pp : {1, 4}) {
    const Costs costs = costs_of(gpt3_on(8, pp, 1));
    const EndTimes ends = end_times(costs.stages, costs.bare, costs.blocks);
    const StageTimes table = costs.blocks.embedding.times(), head = costs.blocks.head.times();
    CHECK(ends.embedding.value == doctest::Approx(table.forward.value).epsilon(1e-9));
    CHECK(ends.embedding_backward.value == doctest::Approx(table.whole_backward().value).epsilon(1e-9));
    CHECK(ends.loss.value == doctest::Approx(head.forward.value).epsilon(1e-9));
    CHECK(ends.loss_backward.value == doctest::Approx(head.whole_backward().value).epsilon(1e-9));
  }
}

TEST_CASE("a stage of the embedding alone, and one of the loss alone, take what these take") {
  Scenario scenario = gpt3_on(8, 4, 1);
  scenario.plan.pipeline_layout = "E|t*48|t*48|L";
  scenario.plan.stage_layers = {0, 48, 48, 0};
  const Costs costs = costs_of(scenario);
  CHECK(costs.stages[0].times().forward == costs.blocks.embedding.times().forward);
  CHECK(costs.stages[0].times().whole_backward() == costs.blocks.embedding.times().whole_backward());
  CHECK(costs.stages[3].times().forward == costs.blocks.head.times().forward);
  CHECK(costs.stages[3].times().whole_backward() == costs.blocks.head.times().whole_backward());
  CHECK(costs.stages[0].times().forward.value > 0);
  CHECK(costs.stages[3].times().forward > costs.stages[0].times().forward);
  CHECK(costs.bare[0].times().forward.value == 0);
  const Report report = evaluate(scenario);
  REQUIRE(report.time);
  CHECK(report.valid);
  CHECK(report.time->stages[0].forward == costs.stages[0].times().forward);
  CHECK(report.time->stages[3].forward == costs.stages[3].times().forward);
}

TEST_CASE("with plan.end_passes embedding and loss are records of their own, and 1F1B's step stays") {
  for (const std::int64_t zero : {1, 3}) {
    Scenario scenario = gpt3_on(8, 4, 4);
    scenario.plan.zero = zero;
    const Report within = evaluate(scenario);
    scenario.plan.end_passes = true;
    const Report apart = evaluate(scenario);
    REQUIRE((within.time && apart.time));
    CHECK(apart.time->step.value == doctest::Approx(within.time->step.value));
    CHECK(apart.time->breakdown.total().value == doctest::Approx(apart.time->step.value).epsilon(1e-12));
    CHECK(apart.memory.peak == within.memory.peak);
    CHECK(apart.timeline->records.size() == within.timeline->records.size() + 4 * 16);
    const PassRecord first = apart.timeline->lane(0)[0];
    CHECK(first.pass.kind == PassKind::embedding);
    CHECK(first.end > first.start);
    CHECK(apart.time->end_flops.loss.forward.value > 0);
    CHECK(apart.time->pass_flops[3].forward.value ==
          doctest::Approx((within.time->pass_flops[3].forward - apart.time->end_flops.loss.forward).value));
  }
}
