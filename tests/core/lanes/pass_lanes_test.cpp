#include "core/lanes/pass_lanes.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/scenario/plan_schedule.h"
#include "core/traffic/shared_links.h"
#include "core/transformer/layout.h"
#include "tests/core/evaluate/random_scenarios.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

std::vector<LanePass> passes_of(const Plan& plan) {
  if (!runs_backward(plan)) return {LanePass::forward};
  if (splits_backward(plan)) return {LanePass::forward, LanePass::backward_input, LanePass::backward_weight};
  return {LanePass::forward, LanePass::backward};
}

PassCost cost_of(const StageCost& stage, LanePass pass) {
  PassCost sum;
  if (pass == LanePass::forward) return stage.forward;
  if (pass != LanePass::backward_weight) sum += stage.recompute, sum += stage.backward_input;
  if (pass != LanePass::backward_input) sum += stage.backward_weight;
  return sum;
}

/// What a stage's lanes must come to.
void check_stage(const StageContent& stage, const StageCost& cost, const Scenario& scenario,
                 const MachineSpeed& speed) {
  for (const LanePass pass : passes_of(scenario.plan)) {
    CAPTURE(static_cast<int>(pass));
    const PassLanes lanes = pass_lanes(stage, scenario, speed, pass);
    const PassCost expected = cost_of(cost, pass);
    CHECK(lanes.length == doctest::Approx(expected.total().value).epsilon(1e-9));
    CHECK(exposed_gathers(lanes).value == doctest::Approx(expected.gather.value).epsilon(1e-7));
    std::array<Seconds, lane_kinds> shown{};
    for (const LayerSpan& span : lanes.spans) {
      const auto of_layer = exposed_by_lane(lanes.layers[span.lanes], exchange_contention(scenario.cluster.constants));
      for (std::size_t lane = 0; lane < lane_kinds; ++lane) shown[lane] += of_layer[lane];
    }
    const auto is = [&](LaneKind lane, Seconds part) {
      CAPTURE(index_of(lane));
      CHECK(std::abs(shown[index_of(lane)].value - part.value) <= 1e-7 * expected.total().value);
    };
    is(LaneKind::tensor, expected.tp);
    is(LaneKind::context, expected.cp);
    is(LaneKind::expert, expected.ep);
  }
}

void check_scenario(const Scenario& scenario) {
  const std::optional<MachineSpeed> speed = machine_speed(scenario);
  if (!speed) return;
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  const std::vector<StageCost> costs = stage_costs(scenario, layout, *speed);
  for (std::size_t k = 0; k < layout.size(); ++k)
    if (k == 0 || k + 1 == layout.size()) check_stage(layout[k], costs[k], scenario, *speed);
}

}  // namespace

TEST_CASE("the lanes of every preset's passes end when the step's passes do, and expose what its breakdown says") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.preset);
    check_scenario(with_defaults(preset));
  }
}

TEST_CASE("the lanes of random plans end when the step's passes do, and expose what their breakdowns say") {
  tests::WholeScenarios random(22);
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    check_scenario(random.next());
  }
}
