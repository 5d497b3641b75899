#include "core/lanes/layer_lanes.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/traffic/layer_traffic.h"
#include "core/traffic/shared_links.h"
#include "tests/core/evaluate/random_scenarios.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

LayerLanes lanes_of(const Scenario& scenario, LanePass pass, BlockKind kind = BlockKind::dense_layer,
                    bool redone = false) {
  return layer_lanes(kind, scenario, *machine_speed(scenario), redone, pass);
}

std::vector<LaneBar> bars_of(const LayerLanes& lanes, LaneWork work) {
  std::vector<LaneBar> found;
  std::copy_if(lanes.bars.begin(), lanes.bars.end(), std::back_inserter(found),
               [&](const LaneBar& bar) { return bar.work == work; });
  return found;
}

const LaneBar& bar_named(const LayerLanes& lanes, OperationName name, OperationPhase phase) {
  for (const LaneBar& bar : lanes.bars)
    if (bar.operation >= 0 && lanes.block.operations[static_cast<std::size_t>(bar.operation)].name == name &&
        bar.phase == phase)
      return bar;
  FAIL("there is no " << name_of(name));
  return lanes.bars.front();
}

/// GPT-3 at tp 8 with sequence parallelism, its kernels and traffic not slowing each other.
Scenario gpt3_alone(bool in_chunks) {
  Scenario scenario = gpt3_on(8, 1, 1);
  scenario.plan.sequence_parallel = true, scenario.plan.overlap.tp = in_chunks;
  scenario.software = {Framework::megatron_core, 2025};
  scenario.cluster.constants.contention_passes = scenario.cluster.constants.contention_exchange = 1;
  return with_defaults(scenario);
}

}  // namespace

TEST_CASE("without traffic a layer's lanes are its kernels one after another") {
  const Scenario scenario = gpt3_on(1, 1, 1);
  const LayerLanes lanes = lanes_of(scenario, LanePass::forward);
  double end = 0;
  for (const LaneBar& bar : lanes.bars) {
    CHECK(bar.lane == LaneKind::compute);
    CHECK(bar.start == doctest::Approx(end));
    end = bar.end;
  }
  CHECK(lanes.length == doctest::Approx(end));
  const StageCost cost = block_cost(lanes.block, scenario, *machine_speed(scenario), false);
  CHECK(lanes.length == doctest::Approx(cost.forward.kernels.value));
}

TEST_CASE("two gathers and two scatters over TP that nothing hides stand between a layer's kernels") {
  const Scenario scenario = gpt3_alone(false);
  const LayerLanes lanes = lanes_of(scenario, LanePass::forward);
  const double each = tensor_collective(lanes.block, scenario).time.value;
  const std::vector<LaneBar> gathers = bars_of(lanes, LaneWork::gather), scatters = bars_of(lanes, LaneWork::scatter);
  REQUIRE(gathers.size() == 2);
  REQUIRE(scatters.size() == 2);
  const auto forward = OperationPhase::forward;
  CHECK(gathers[0].end == doctest::Approx(bar_named(lanes, OperationName::q_k_v_projection, forward).start));
  CHECK(scatters[0].start == doctest::Approx(bar_named(lanes, OperationName::output_projection, forward).end));
  CHECK(gathers[1].end == doctest::Approx(bar_named(lanes, OperationName::up_projection, forward).start));
  CHECK(scatters[1].start == doctest::Approx(bar_named(lanes, OperationName::down_projection, forward).end));
  const auto shown = exposed_by_lane(lanes, exchange_contention(scenario.cluster.constants));
  CHECK(shown[index_of(LaneKind::tensor)].value == doctest::Approx(4 * each));
}

TEST_CASE("in chunks a gather travels beside all but one chunk of the product that it feeds") {
  const Scenario scenario = gpt3_alone(true);
  const LayerLanes lanes = lanes_of(scenario, LanePass::forward);
  const LaneBar gather = bars_of(lanes, LaneWork::gather).front();
  const LaneBar& product = bar_named(lanes, OperationName::q_k_v_projection, OperationPhase::forward);
  CHECK(gather.start == doctest::Approx(product.start));
  // The product's kernels are longer than what travels, so that nothing of it shows.
  REQUIRE(gather.alone < product.alone * (7.0 / 8));
  CHECK(gather.end == doctest::Approx(gather.start + gather.alone.value));
  const LaneBar scatter = bars_of(lanes, LaneWork::scatter).front();
  const LaneBar& outward = bar_named(lanes, OperationName::output_projection, OperationPhase::forward);
  const double begins = outward.start + (outward.end - outward.start) / 8;
  if (scatter.end <= outward.end) CHECK(scatter.start == doctest::Approx(begins));
}

TEST_CASE("the gradient that leaves a branch travels beside its first product's weight gradient") {
  const Scenario scenario = gpt3_alone(false);
  const LayerLanes lanes = lanes_of(scenario, LanePass::backward);
  const LaneBar scatter = bars_of(lanes, LaneWork::scatter).front();
  const LaneBar& weights = bar_named(lanes, OperationName::up_projection, OperationPhase::weight_gradient);
  CHECK(scatter.start == doctest::Approx(weights.start));
  CHECK(scatter.start ==
        doctest::Approx(bar_named(lanes, OperationName::up_projection, OperationPhase::input_gradient).end));
}

TEST_CASE("a recomputed layer runs its forward before its gradients") {
  Scenario scenario = gpt3_on(1, 1, 1);
  scenario.plan.recompute = Recompute{RecomputeMode::full, {}, {}, RecomputeMethod::block};
  const LayerLanes lanes = lanes_of(with_defaults(scenario), LanePass::backward, BlockKind::dense_layer, true);
  const LaneBar& again = bar_named(lanes, OperationName::q_k_v_projection, OperationPhase::recompute);
  for (const LaneBar& bar : lanes.bars)
    if (bar.phase == OperationPhase::input_gradient) CHECK(bar.start >= again.end - 1e-12);
}

TEST_CASE("dispatch and combine stand around the experts, and their waits for the host before them") {
  const Scenario scenario = preset_scenario("mixtral-8x7b-512-h100");
  const LayerLanes lanes = lanes_of(scenario, LanePass::forward, BlockKind::moe_layer);
  const LaneBar& first = bar_named(lanes, OperationName::experts_gate_and_up, OperationPhase::forward);
  const LaneBar& last = bar_named(lanes, OperationName::experts_down, OperationPhase::forward);
  const std::vector<LaneBar> dispatch = bars_of(lanes, LaneWork::dispatch), combine = bars_of(lanes, LaneWork::combine);
  REQUIRE(dispatch.size() == 1);
  REQUIRE(combine.size() == 1);
  CHECK(dispatch[0].end <= first.start + 1e-12);
  CHECK(combine[0].start >= last.end - 1e-12);
}

TEST_CASE("lanes never overlap themselves, and no bar starts before the one that it waits for has ended") {
  tests::WholeScenarios random(23);
  for (int i = 0; i < 150; ++i) {
    const Scenario scenario = random.next();
    if (!machine_speed(scenario)) continue;
    CAPTURE(i);
    for (const LanePass pass : {LanePass::forward, LanePass::backward}) {
      const LayerLanes lanes = lanes_of(scenario, pass);
      std::array<double, lane_kinds> until{};
      for (const LaneBar& bar : lanes.bars) {
        CHECK(bar.start >= until[index_of(bar.lane)] - 1e-12);
        until[index_of(bar.lane)] = bar.end;
        if (bar.waits_for >= 0)
          CHECK(bar.start >= lanes.bars[static_cast<std::size_t>(bar.waits_for)].end - 1e-9 * lanes.length);
      }
    }
  }
}

TEST_CASE("a layer's kernels on its lanes are the operations of the block, as often as they run") {
  const Scenario scenario = gpt3_alone(true);
  const LayerLanes lanes = lanes_of(scenario, LanePass::backward);
  const MachineSpeed speed = *machine_speed(scenario);
  double on_lanes = 0, expected = 0;
  for (const LaneBar& bar : lanes.bars)
    if (bar.operation >= 0) on_lanes += bar.alone.value;
  for (const Operation& operation : lanes.block.operations)
    for (const Direction direction : {Direction::input_gradient, Direction::weight_gradient})
      expected += operation_time(operation, direction, speed).value;
  CHECK(on_lanes == doctest::Approx(expected));
}
