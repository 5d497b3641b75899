#include <doctest/doctest.h>

#include "core/transformer/operations.h"
#include "tests/core/transformer/block_queries.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;
using samples::find;

TEST_CASE("experts get topk copies of each token, however they are spread, times the imbalance") {
  const Model model = samples::mixture(4, 4096, 8, 2, 14336);
  Plan plan = samples::plan(4096, 2, 8);
  const double rows = 4096.0 * 2 * 2;
  for (const std::int64_t ep : {1, 2, 8}) {
    CAPTURE(ep);
    plan.ep = ep;
    const Block block = make_block(BlockKind::moe_layer, model, plan);
    CHECK(find(block, TensorName::rows_sent_to_the_experts)->elements == rows * 4096);
    CHECK(block.local_experts == 8.0 / static_cast<double>(ep));
    for (const Operation& operation : block.operations)
      if (operation.kind == OperationKind::grouped_matrix) CHECK(operation.m * operation.count == rows);
  }
  plan.expert_imbalance = 1.5;
  CHECK(find(make_block(BlockKind::moe_layer, model, plan), TensorName::rows_sent_to_the_experts)->elements ==
        1.5 * rows * 4096);
  plan.capacity_factor = 1.25;
  CHECK(find(make_block(BlockKind::moe_layer, model, plan), TensorName::rows_sent_to_the_experts)->elements ==
        1.25 * rows * 4096);
}

TEST_CASE("the all-to-all carries the busiest rank's rows, at most its capacity") {
  const Model model = samples::mixture(4, 4096, 8, 2, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  plan.ep = 4, plan.etp = 2;
  const auto sent = [&] { return make_block(BlockKind::moe_layer, model, plan).traffic.ep_bytes_each.value; };
  const double even = sent();
  CHECK(even == 4096.0 * 2 * 4096 * 2);
  plan.expert_imbalance = 1.5;
  CHECK(sent() == doctest::Approx(1.5 * even));
  plan.capacity_factor = 0.5;
  CHECK(sent() == doctest::Approx(0.5 * even));
}

TEST_CASE("tensor parallelism splits the tokens that a rank routes, and expert tensor parallelism shares its rows") {
  const Model model = samples::mixture(4, 4096, 8, 2, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  plan.tp = 4;
  plan.sequence_parallel = true;
  plan.ep = 4;
  CHECK(find(make_block(BlockKind::moe_layer, model, plan), TensorName::rows_sent_to_the_experts)->elements ==
        4096.0 * 2 / 4 * 4096);
  plan.etp = 2;
  const Block block = make_block(BlockKind::moe_layer, model, plan);
  CHECK(find(block, TensorName::rows_sent_to_the_experts)->elements == 4096.0 * 2 / 4 * 2 * 4096);
  CHECK(find(block, TensorName::experts_gate)->elements == 4096.0 * 2 / 4 * 2 * 14336 / 2);
}

TEST_CASE("recomputing the MoE layer keeps its input alone, recomputing its activation drops the product") {
  Model model = samples::mixture(4, 4096, 8, 2, 14336);
  model.n_shared_experts = 1;
  Plan plan = samples::plan(4096, 1, 8);
  plan.recompute->mode = RecomputeMode::selective;
  plan.recompute->modules = {.moe = true};
  const Block block = make_block(BlockKind::moe_layer, model, plan);
  double dropped = 0;
  for (const SavedTensor& tensor : block.saved)
    if (tensor.module == Module::moe || tensor.module == Module::moe_act) dropped += tensor.bytes().value;
  CHECK(kept_bytes(block, plan, false).value == saved_bytes(block).value - dropped);
  plan.recompute->modules = {.moe_act = true};
  CHECK(saved_bytes(block).value - kept_bytes(block, plan, false).value == 4096.0 * 2 * 14336 * 2);
}

TEST_CASE(
    "routing keeps scores, probabilities and map of every expert, and order and probability of every routed row") {
  const Model model = samples::mixture(4, 4096, 64, 6, 1408);
  Plan plan = samples::plan(4096, 1, 8);
  plan.tp = 2;
  plan.ep = 8;
  const Block block = make_block(BlockKind::moe_layer, model, plan);
  double scores = 0;
  for (const SavedTensor& tensor : block.saved)
    if (text_of(tensor.shape) == "[s/cp/tp, b, E]") scores += tensor.bytes().value;
  CHECK(scores == 2048.0 * 64 * (4 + 4 + 1));
  CHECK(find(block, TensorName::order_of_the_routed_rows)->bytes().value == 2048.0 * 6 * 8);
  CHECK(find(block, TensorName::routed_rows_probabilities)->bytes().value == 2048.0 * 6 * 4);
}

TEST_CASE("in 8 bits the router keeps its 16-bit input, and shared experts a copy of their own") {
  Model model = samples::mixture(4, 4096, 8, 2, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  plan.precision = Precision::fp8;
  CHECK(find(make_block(BlockKind::moe_layer, model, plan), TensorName::input_of_router_and_experts)->value.bytes == 2);
  CHECK(find(make_block(BlockKind::moe_layer, model, plan), TensorName::quantised_input_of_the_shared_experts) ==
        nullptr);
  model.n_shared_experts = 1;
  CHECK(find(make_block(BlockKind::moe_layer, model, plan), TensorName::quantised_input_of_the_shared_experts)
            ->bytes()
            .value == 4096.0 * 4096);
  plan.precision = Precision::bf16;
  CHECK(find(make_block(BlockKind::moe_layer, model, plan), TensorName::quantised_input_of_the_shared_experts) ==
        nullptr);
}

TEST_CASE("without fused kernels experts keep the activated gate, and the product that a probability scales") {
  Model model = samples::mixture(4, 4096, 8, 2, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  plan.fused_kernels = false;
  const double wide = 4096.0 * 2 * 14336 * 2;
  const Block block = make_block(BlockKind::moe_layer, model, plan);
  CHECK(find(block, TensorName::experts_activated_gate)->bytes().value == wide);
  CHECK(find(block, TensorName::experts_product_before_its_probability)->bytes().value == wide);
  plan.recompute->mode = RecomputeMode::selective;
  plan.recompute->modules = {.moe_act = true};  // with the down projection's input
  CHECK(saved_bytes(block).value - kept_bytes(block, plan, false).value == 3 * wide);
}

TEST_CASE("an 8-bit recipe keeps the factors of experts' activation in 16 bits, the products' inputs in 8") {
  Plan plan = samples::plan(4096, 1, 8);
  plan.precision = Precision::fp8;
  const Block block = make_block(BlockKind::moe_layer, samples::mixture(4, 4096, 8, 2, 14336), plan);
  CHECK(find(block, TensorName::experts_gate)->value.bytes == 2);
  CHECK(find(block, TensorName::experts_up)->value.bytes == 2);
  CHECK(find(block, TensorName::rows_sent_to_the_experts)->value.bytes == 1);
  CHECK(find(block, TensorName::input_of_the_experts_down_projection)->value.bytes == 1);
}
