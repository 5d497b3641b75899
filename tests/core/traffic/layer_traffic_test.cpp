#include "core/traffic/layer_traffic.h"

#include <doctest/doctest.h>

#include <string_view>

#include "core/cluster/collectives.h"
#include "core/step/stage_cost.h"
#include "core/traffic/shared_links.h"
#include "core/traffic/unit_gathers.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

struct Layer {
  Scenario scenario;
  BlockKind kind = BlockKind::dense_layer;

  [[nodiscard]] Block block() const { return make_block(kind, scenario.model, scenario.plan); }
  [[nodiscard]] MachineSpeed speed() const { return *machine_speed(scenario); }
  [[nodiscard]] StageCost cost(bool redone = false) const { return block_cost(block(), scenario, speed(), redone); }

  /// Kernel seconds of an operation by its name.
  [[nodiscard]] Seconds time(OperationName name, Direction direction) const {
    const Block whole = block();
    for (const Operation& operation : whole.operations)
      if (operation.name == name) return operation_time(operation, direction, speed());
    FAIL("there is no " << name_of(name));
    return {};
  }
  /// One gather of [s, b, h] over tp.
  [[nodiscard]] Seconds gather() const {
    return collective_cost(Collective::all_gather, block().traffic.tp_bytes_each,
                           group_span(GroupKind::tp, scenario.cluster, scenario.plan), scenario.cluster)
        .time;
  }
};

double beside(Seconds kernels, Seconds traffic) {
  return shown_beside(kernels, traffic, exchange_contention(shipped_constants)).value;
}

/// GPT-3 at tp 8, which Megatron trains with sequence parallelism.
Layer gpt3_layer() {
  Layer layer{gpt3_on(8, 1, 1)};
  layer.scenario.plan.sequence_parallel = true;
  layer.scenario.software = {Framework::megatron_core, 2025};
  return layer;
}

Layer mixtral_layer() {
  Layer layer{preset_scenario("mixtral-8x7b-512-h100"), BlockKind::moe_layer};
  layer.scenario.plan.ep = 8, layer.scenario.plan.cp = 2, layer.scenario.plan.pp = 1;
  layer.scenario.plan.virtual_stages = 1;
  layer.scenario.plan.dp.reset();
  layer.scenario = with_defaults(layer.scenario);
  return layer;
}

}  // namespace

TEST_CASE("in chunks beside their products tensor traffic shows what those don't hide: 7/8 of each with 8 ranks") {
  Layer layer = gpt3_layer();
  layer.scenario.plan.overlap.tp = true;
  const Seconds each = layer.gather();
  const double share = 7.0 / 8;
  double forward = 0, backward = 0;
  for (const OperationName name : {OperationName::q_k_v_projection, OperationName::output_projection,
                                   OperationName::up_projection, OperationName::down_projection})
    forward += beside(layer.time(name, Direction::forward) * share, each);
  for (const OperationName name : {OperationName::output_projection, OperationName::down_projection})
    backward += beside(layer.time(name, Direction::input_gradient) * share, each);
  for (const OperationName name : {OperationName::q_k_v_projection, OperationName::up_projection})
    backward += beside(layer.time(name, Direction::weight_gradient), each);
  const StageCost cost = layer.cost();
  CHECK(cost.forward.tp.value == doctest::Approx(forward));
  CHECK(cost.backward_input.tp.value == doctest::Approx(backward));
  CHECK(cost.communication.tp.value == doctest::Approx(8 * each.value));
  CHECK(forward + backward < 8 * each.value / 2);
}

TEST_CASE("without chunks Megatron hides a branch's outgoing gradient beside its weight gradient, PyTorch nothing") {
  Layer layer = gpt3_layer();
  const Seconds each = layer.gather();
  const double weights = beside(layer.time(OperationName::q_k_v_projection, Direction::weight_gradient), each) +
                         beside(layer.time(OperationName::up_projection, Direction::weight_gradient), each);
  CHECK(layer.cost().forward.tp.value == doctest::Approx(4 * each.value));
  CHECK(layer.cost().backward_input.tp.value == doctest::Approx(2 * each.value + weights));
  CHECK(weights < each.value);

  SUBCASE("PyTorch") {
    layer.scenario.software.framework = Framework::torchtitan;
  }
  SUBCASE("Megatron before 2022") {
    layer.scenario.software.year = 2021.5;
  }
  SUBCASE("a weight gradient in a pass of its own") {
    layer.scenario.plan.pp = 4, layer.scenario.plan.schedule = ScheduleKind::zb_h1;
  }
  if (layer.scenario == gpt3_layer().scenario) return;
  CHECK(layer.cost().backward_input.tp.value == doctest::Approx(4 * each.value));
}

TEST_CASE("torchao's tensorwise recipe gathers in 8 bits what it scatters in 16; others send 16 bits both ways") {
  const auto carried = [](Framework framework, Precision precision, bool sequence_parallel, BlockKind kind) {
    Layer layer = gpt3_layer();
    layer.kind = kind;
    layer.scenario.software.framework = framework;
    layer.scenario.plan.precision = precision, layer.scenario.plan.sequence_parallel = sequence_parallel;
    return tensor_collective(layer.block(), layer.scenario).sent_per_gpu.value;
  };
  constexpr BlockKind dense = BlockKind::dense_layer;
  const double whole = carried(Framework::torchtitan, Precision::bf16, true, dense);
  CHECK(carried(Framework::torchtitan, Precision::fp8_tensorwise, true, dense) == doctest::Approx(0.75 * whole));
  CHECK(carried(Framework::torchtitan, Precision::fp8_rowwise, true, dense) == whole);
  CHECK(carried(Framework::torchtitan, Precision::fp8_tensorwise, false, dense) == whole);
  CHECK(carried(Framework::megatron_core, Precision::fp8_tensorwise, true, dense) == whole);
  CHECK(carried(Framework::torchtitan, Precision::fp8_tensorwise, true, BlockKind::head) ==
        carried(Framework::torchtitan, Precision::bf16, true, BlockKind::head));
}

TEST_CASE("an all-reduce without sequence parallelism hides whole beside the weight gradient, but not forward") {
  Layer layer = gpt3_layer();
  layer.scenario.plan.sequence_parallel = false;
  const Seconds each = layer.gather();
  const double weights = beside(layer.time(OperationName::q_k_v_projection, Direction::weight_gradient), each * 2) +
                         beside(layer.time(OperationName::up_projection, Direction::weight_gradient), each * 2);
  CHECK(layer.cost().forward.tp.value == doctest::Approx(4 * each.value));
  CHECK(layer.cost().backward_input.tp.value == doctest::Approx(weights));
}

TEST_CASE(
    "where a split backward has the weight gradient elsewhere, the outgoing gradient hides beside its own product") {
  Layer layer = gpt3_layer();
  layer.scenario.plan.overlap.tp = true;
  layer.scenario.plan.pp = 4, layer.scenario.plan.schedule = ScheduleKind::zb_h1;
  const Seconds each = layer.gather();
  double backward = 0;
  for (const OperationName name : {OperationName::q_k_v_projection, OperationName::output_projection,
                                   OperationName::up_projection, OperationName::down_projection})
    backward += beside(layer.time(name, Direction::input_gradient) * (7.0 / 8), each);
  CHECK(layer.cost().backward_input.tp.value == doctest::Approx(backward));

  layer.scenario.plan.sequence_parallel = false;  // an all-reduce has no chunks
  CHECK(layer.cost().backward_input.tp.value == doctest::Approx(4 * each.value));
}

TEST_CASE("over a link a hundred times slower nearly all tensor traffic shows, overlapped or not") {
  Layer layer = gpt3_layer();
  layer.scenario.cluster.gpu.scale_up_bandwidth = layer.scenario.cluster.gpu.scale_up_bandwidth * 0.01;
  const StageCost plain = layer.cost();
  layer.scenario.plan.overlap.tp = true;
  const StageCost overlapped = layer.cost();
  CHECK(overlapped.forward.tp.value < plain.forward.tp.value);
  CHECK(overlapped.forward.tp.value > 0.9 * plain.forward.tp.value);
}

TEST_CASE("a table and a head have no product of a branch: their tensor traffic shows whole") {
  for (const BlockKind kind : {BlockKind::embedding, BlockKind::head}) {
    Layer layer = gpt3_layer();
    layer.kind = kind;
    layer.scenario.plan.overlap.tp = true;
    const StageCost cost = layer.cost();
    REQUIRE(cost.communication.tp.value > 0);
    CHECK((cost.forward.tp + cost.backward_input.tp).value == doctest::Approx(cost.communication.tp.value));
  }
}

TEST_CASE("keys and values hide beside half of attention with 2 ranks, and not at all where overlap is off") {
  Layer layer = mixtral_layer();
  const auto shown = [&](bool overlap) {
    layer.scenario.plan.overlap.cp = overlap;
    const StageCost cost = layer.cost();
    REQUIRE(cost.communication.cp.value > 0);
    return std::pair((cost.forward.cp + cost.backward_input.cp).value, cost.communication.cp);
  };
  const auto [all, ring] = shown(false);
  CHECK(all == doctest::Approx(ring.value));
  const double hidden = beside(layer.time(OperationName::attention, Direction::forward) * 0.5, ring / 3) +
                        beside(layer.time(OperationName::attention, Direction::input_gradient) * 0.5, ring * (2.0 / 3));
  CHECK(shown(true).first == doctest::Approx(hidden));
  CHECK(hidden < all);
}

TEST_CASE("experts' exchange shows whole, or what another micro-batch's kernels and the first and last passes leave") {
  Layer layer = mixtral_layer();
  const auto shown = [&](bool overlap) {
    layer.scenario.plan.overlap.ep = overlap;
    const StageCost cost = layer.cost();
    return (cost.forward.ep + cost.backward_input.ep) / cost.communication.ep;
  };
  CHECK(shown(false) == doctest::Approx(1));
  const StageCost cost = layer.cost();
  const Seconds kernels = cost.forward.kernels + cost.backward_input.kernels + cost.backward_weight.kernels;
  const double alone = passes_alone(layer.scenario.plan);
  REQUIRE(alone < 0.5);
  CHECK(shown(true) ==
        doctest::Approx(alone + (1 - alone) * beside(kernels, cost.communication.ep) / cost.communication.ep.value));
}

TEST_CASE("passes with no other beside them: Megatron's warm-up on the mean of its ranks") {
  struct Row {
    std::int64_t pp, chunks, micro_batches;
    double alone;
  };
  for (const Row& row : {Row{1, 1, 16, 1.0 / 16}, Row{4, 2, 8, 0.5}, Row{8, 4, 64, 32.0 / 256}, Row{8, 1, 4, 1}}) {
    Plan plan;
    plan.pp = row.pp, plan.virtual_stages = row.chunks, plan.dp = 2, plan.micro_batch = 1;
    plan.global_batch = 2 * row.micro_batches;
    CHECK(passes_alone(plan) == doctest::Approx(row.alone));
  }
}
