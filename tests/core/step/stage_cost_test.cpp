#include "core/step/stage_cost.h"

#include <doctest/doctest.h>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

MachineSpeed speed_of(const Scenario& scenario) {
  return *machine_speed(scenario.cluster.gpu, scenario.plan, scenario.software, scenario.model.num_experts > 0);
}

StageCost layer_cost(const Scenario& scenario, bool redone = false) {
  const Block block = make_block(BlockKind::dense_layer, scenario.model, scenario.plan);
  return block_cost(block, scenario, speed_of(scenario), redone);
}

}  // namespace

TEST_CASE("a GPT-3 layer's products take 72·s·b·h^2 FLOPs and its attention 12·s^2·b·h, over tp") {
  // Narayanan et al. 2021, appendix: 24 b s h^2 forward and twice that backward, and 4 b s^2 h of attention, which
  // flash attention halves forward (causal) and multiplies by 2.5 backward.
  const Scenario scenario = gpt3_on(8, 1, 1);
  const double s = 2048, h = 12288;
  const double products = 72 * s * h * h / 8, attention = 2 * s * s * h * (1 + 2.5) / 8;
  CHECK(layer_cost(scenario).model_flops.value == doctest::Approx(products + attention).epsilon(1e-6));
}

TEST_CASE("full recomputation runs the forward again, with its tensor-parallel traffic") {
  const Scenario scenario = gpt3_on(8, 1, 1);
  const StageCost kept = layer_cost(scenario), redone = layer_cost(scenario, true);
  CHECK(kept.recompute.total().value == 0);
  CHECK(redone.recompute.kernels.value == doctest::Approx(redone.forward.kernels.value).epsilon(0.05));
  CHECK(redone.recompute.tp.value == doctest::Approx(redone.forward.tp.value));
  CHECK(redone.recompute_flops.value == doctest::Approx(redone.model_flops.value / 3).epsilon(0.05));
}

TEST_CASE("a tensor-parallel layer gathers or scatters [s, b, h] eight times per micro-batch") {
  const Scenario scenario = gpt3_on(8, 1, 1);
  const StageCost cost = layer_cost(scenario);
  CHECK(cost.communication.tp_sent.sent.value == doctest::Approx(8 * 2048.0 * 12288 * 2 * 7 / 8));
}

TEST_CASE("full recomputation that stops early redoes neither the last product nor its scatter") {
  Scenario scenario = gpt3_on(8, 1, 1);
  scenario.software = {Framework::megatron_core, 2025};
  const StageCost whole = layer_cost(scenario, true);
  scenario.software = {Framework::torchtitan, 2025};
  const StageCost early = layer_cost(scenario, true);
  const double h = 12288, down = 2 * 2048 * h * 4 * h / 8;
  CHECK((whole.recompute_flops - early.recompute_flops).value == doctest::Approx(down));
  CHECK(early.recompute.tp.value == doctest::Approx(whole.recompute.tp.value * 3 / 4));
}

TEST_CASE("tensorwise fp8 gathers over tp in 8 bits in torchtitan and scatters in 16") {
  Scenario scenario = gpt3_on(8, 1, 1);
  const auto sent = [&](Framework framework, Precision precision) {
    scenario.software = {framework, 2025};
    scenario.plan.precision = precision;
    return layer_cost(scenario).communication.tp_sent.sent.value;
  };
  const double usual = sent(Framework::torchtitan, Precision::fp8_rowwise);
  CHECK(sent(Framework::torchtitan, Precision::fp8_tensorwise) == doctest::Approx(0.75 * usual));
  CHECK(sent(Framework::megatron_core, Precision::fp8_tensorwise) == doctest::Approx(usual));
}

TEST_CASE("a plan without tp, cp, ep or ZeRO-3 communicates nothing within its passes") {
  const CommunicationCost none = layer_cost(gpt3_on(1, 1, 8)).communication;
  CHECK((none.tp + none.cp + none.ep + none.gather).value == 0);
  CHECK((none.tp_sent.sent + none.cp_sent.sent + none.ep_sent.sent + none.gather_sent.sent).value == 0);
}

TEST_CASE("ZeRO-3 gathers a layer twice and scatters it once, and copies make its kernels longer") {
  Scenario scenario = gpt3_on(1, 1, 8);
  const StageCost plain = layer_cost(scenario);
  scenario.plan.zero = 3;
  const StageCost cost = layer_cost(scenario);
  const double parameters = 12.0 * 12288 * 12288 + 13.0 * 12288;
  // Weights in 2 bytes, gradients in their own 4.
  CHECK(cost.communication.gather_sent.sent.value == doctest::Approx((2 * 2 + 4) * parameters * 7 / 8).epsilon(1e-4));
  CHECK(cost.forward.kernels > plain.forward.kernels);
  scenario.plan.shard_group = 2;
  CHECK(layer_cost(scenario).communication.gather_sent.sent.value ==
        doctest::Approx((2 * 2 + 4) * parameters / 2).epsilon(1e-4));
}

TEST_CASE("ZeRO-3's traffic hides under the layer beside it, and without prefetching shows") {
  Scenario scenario = gpt3_on(8, 1, 8);
  scenario.plan.zero = 3;
  const auto stage = [&] {
    return stage_costs(scenario, stage_layout(scenario.model, scenario.plan), speed_of(scenario))[0];
  };
  scenario.plan.prefetch_layers = 1;
  const StageCost ahead = stage();
  scenario.plan.prefetch_layers = 0;
  const StageCost each = stage();
  CHECK(ahead.forward.gather.value > 0);  // the first unit's
  CHECK(ahead.forward.gather + ahead.backward_input.gather < each.forward.gather + each.backward_input.gather);
  CHECK(each.forward.gather + each.backward_input.gather <= each.communication.gather);
  scenario.plan.dp = 1;
  CHECK(stage().forward.gather.value == 0);
}

TEST_CASE("a stage costs its layers, its embedding and its head") {
  const Scenario scenario = gpt3_on(8, 4, 1);
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  const std::vector<StageCost> stages = stage_costs(scenario, layout, speed_of(scenario));
  REQUIRE(stages.size() == 4);
  const StageCost layers = 24 * layer_cost(scenario);
  CHECK(stages[1].forward.total().value == doctest::Approx(layers.forward.total().value));
  CHECK(stages[2].times().backward_weight.value == doctest::Approx(layers.times().backward_weight.value));
  CHECK(stages[0].forward.total() > stages[1].forward.total());
  CHECK(stages[3].forward.total() > stages[1].forward.total());
}

TEST_CASE("full recomputation sends rows to the experts and keys round the ring once more") {
  Scenario scenario = preset_scenario("mixtral-8x7b-512-h100");
  scenario.plan.cp = 2, scenario.plan.ep = 8;
  const MachineSpeed speed =
      *machine_speed(scenario.cluster.gpu, scenario.plan, scenario.software, scenario.model.num_experts > 0);
  const Block block = make_block(BlockKind::moe_layer, scenario.model, scenario.plan);
  const StageCost kept = block_cost(block, scenario, speed, false), redone = block_cost(block, scenario, speed, true);
  REQUIRE(kept.forward.ep.value > 0);
  REQUIRE(kept.forward.cp.value > 0);
  CHECK(kept.recompute.ep.value == 0);
  CHECK(redone.recompute.ep.value == doctest::Approx(redone.forward.ep.value));
  CHECK(redone.recompute.cp.value == doctest::Approx(redone.forward.cp.value));
  CHECK(redone.communication.ep_sent.sent.value == doctest::Approx(1.5 * kept.communication.ep_sent.sent.value));
  CHECK(redone.communication.cp_sent.sent.value == doctest::Approx(4.0 / 3 * kept.communication.cp_sent.sent.value));
}

TEST_CASE("full recomputation of some layers redoes as many of each stage") {
  Scenario scenario = gpt3_on(8, 4, 1);
  scenario.plan.recompute = Recompute{RecomputeMode::full, {}, 6, RecomputeMethod::block};
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  const std::vector<StageCost> stages = stage_costs(scenario, layout, speed_of(scenario));
  CHECK(stages[1].recompute_flops.value == doctest::Approx(6 * layer_cost(scenario, true).recompute_flops.value));
}

TEST_CASE("a pipeline hands on a tensor-parallel rank's slice of [s, b, h]") {
  CHECK(transfer_cost(gpt3_on(8, 4, 1)).bytes.value == doctest::Approx(2048.0 * 12288 * 2 / 8));
  CHECK(transfer_cost(gpt3_on(8, 1, 4)).time.value == 0);
}

TEST_CASE("experts that are split over etp gather their rows and scatter their outputs, each way") {
  Scenario scenario = preset_scenario("mixtral-8x7b-512-h100");
  scenario.plan.tp = 4, scenario.plan.ep = 8, scenario.plan.etp = 1;
  const auto cost = [&] {
    const Block block = make_block(BlockKind::moe_layer, scenario.model, scenario.plan);
    return block_cost(block, scenario, speed_of(scenario), false).communication.tp_sent.sent.value;
  };
  const double whole = cost();
  scenario.plan.etp = 4;
  // Each of 4 ranks routes a quarter of the tokens to 2 experts: the gathered rows are tokens x 2.
  const double tokens = static_cast<double>(scenario.plan.micro_batch * scenario.plan.sequence_length) /
                        static_cast<double>(scenario.plan.cp);
  CHECK(cost() - whole == doctest::Approx(4 * tokens * 2 * 4096 * 2 * 3 / 4));
}

TEST_CASE("a pipeline message has as many bytes a value as the plan computes in") {
  Scenario scenario = gpt3_on(8, 8, 2);
  const TransferCost halves = transfer_cost(scenario);
  scenario.plan.precision = Precision::fp32;
  const TransferCost singles = transfer_cost(scenario);
  CHECK(singles.bytes.value == 2 * halves.bytes.value);
  CHECK(singles.time > halves.time);
}

TEST_CASE("under ZeRO-3 8-bit weights are gathered with half the bytes, the tables at the ends are not") {
  Scenario scenario = gpt3_on(1, 1, 64);
  scenario.plan.zero = 3, scenario.plan.precision = Precision::fp8;
  const auto gathered = [&](BlockKind kind) {
    const Block block = make_block(kind, scenario.model, scenario.plan);
    return block_cost(block, scenario, *machine_speed(scenario), false).communication.gather_once_sent;
  };
  const Bytes layer = gathered(BlockKind::dense_layer), head = gathered(BlockKind::head);
  scenario.plan.fp8_params = true;
  CHECK(gathered(BlockKind::dense_layer).value == doctest::Approx(layer.value / 2));
  CHECK(gathered(BlockKind::head).value == head.value);
}
