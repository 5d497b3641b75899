#include <doctest/doctest.h>

#include "core/transformer/operations.h"
#include "tests/core/transformer/block_queries.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;
using samples::find;

TEST_CASE("a gated layer without dropout keeps the tensors of its own design") {
  const Model model = samples::llama3_405b();
  Plan plan = samples::plan(8192, 1, 8);
  plan.tp = 8;
  plan.sequence_parallel = true;
  const Block block = make_block(BlockKind::dense_layer, model, plan);
  CHECK(find(block, TensorName::gate)->bytes().value == 8192.0 * 6656 * 2);
  CHECK(find(block, TensorName::up)->bytes().value == 8192.0 * 6656 * 2);
  CHECK(find(block, TensorName::input_of_the_down_projection)->bytes().value == 8192.0 * 6656 * 2);
  CHECK(find(block, TensorName::q)->bytes().value == 8192.0 * 2048 * 2);
  CHECK(find(block, TensorName::k)->bytes().value == 8192.0 * 128 * 2);
  CHECK(find(block, TensorName::softmax_statistics)->bytes().value == 8192.0 * 16 * 4);
  CHECK(find(block, TensorName::input_of_the_norm_before_the_mlp)->bytes().value == 1024.0 * 16384 * 2);
  CHECK(find(block, TensorName::dropout_mask_after_the_mlp) == nullptr);
  // Four slices of the hidden state, q and the attention's output, k and v, statistics, three products.
  CHECK(saved_bytes(block).value == 4.0 * 1024 * 16384 * 2 + 2.0 * 8192 * 2048 * 2 + 2.0 * 8192 * 128 * 2 +
                                        8192.0 * 16 * 4 + 3.0 * 8192 * 6656 * 2);
}

TEST_CASE("without fused kernels a layer keeps what lies between the steps of its norms and of its activation") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  const Block fused = make_block(BlockKind::dense_layer, model, plan);
  plan.fused_kernels = false;
  const Block apart = make_block(BlockKind::dense_layer, model, plan);
  CHECK(find(fused, TensorName::activated_gate) == nullptr);
  CHECK(find(apart, TensorName::fp32_values_in_the_norm) != nullptr);
  // Two norms of 6 bytes per value more, and one 16-bit product.
  CHECK(saved_bytes(apart).value - saved_bytes(fused).value == 4096.0 * (2 * 4096 * 6 + 14336 * 2));
  const auto moved = [](const Block& block) {
    double bytes = 0;
    for (const Operation& operation : block.operations)
      bytes += (operation.forward_bytes + operation.backward_bytes).value;
    return bytes;
  };
  CHECK(moved(apart) > 1.5 * moved(fused));
}

TEST_CASE("a layer of GPT-2's design is the same without fused kernels: its norm and its activation are one kernel") {
  const Model model = samples::gpt(4, 4096, 32);
  Plan plan = samples::plan(2048, 1, 8);
  const Bytes fused = saved_bytes(make_block(BlockKind::dense_layer, model, plan));
  plan.fused_kernels = false;
  CHECK(saved_bytes(make_block(BlockKind::dense_layer, model, plan)) == fused);
  plan.flash_attention = false;
  const Bytes scores_in_fp32{4.0 * 32 * 2048 * 2048};
  const Bytes apart = saved_bytes(make_block(BlockKind::dense_layer, model, plan));
  plan.fused_kernels = true;
  CHECK(apart - saved_bytes(make_block(BlockKind::dense_layer, model, plan)) == scores_in_fp32);
}

TEST_CASE(
    "a parallel MLP shares the norm's input with attention, and keeps its own norm's output unless it shares it") {
  Model model = samples::gpt(1, 1024, 8);
  const Plan plan = samples::plan(2048, 1, 1);
  const double slice = 2048.0 * 1024 * 2;
  const double apart = saved_bytes(make_block(BlockKind::dense_layer, model, plan)).value;
  model.use_parallel_residual = true;  // GPT-NeoX
  CHECK(saved_bytes(make_block(BlockKind::dense_layer, model, plan)).value == apart - slice);
  model.shared_norm = true;  // GPT-J
  CHECK(saved_bytes(make_block(BlockKind::dense_layer, model, plan)).value == apart - 2 * slice);
}

TEST_CASE("norms after the branches as well keep their inputs, norms after instead keep what norms before do") {
  Model model = samples::llama(1, 1024, 8, 8, 4096);
  const Plan plan = samples::plan(2048, 1, 1);
  const double before = saved_bytes(make_block(BlockKind::dense_layer, model, plan)).value;
  model.norm_position = NormPosition::both;  // Gemma 2
  CHECK(saved_bytes(make_block(BlockKind::dense_layer, model, plan)).value == before + 2 * 2048.0 * 1024 * 2);
  model.norm_position = NormPosition::after;  // OLMo 2
  CHECK(saved_bytes(make_block(BlockKind::dense_layer, model, plan)).value == before);
}

TEST_CASE("an 8-bit recipe keeps both factors of a gated activation in 16 bits") {
  Plan plan = samples::plan(4096, 1, 8);
  plan.precision = Precision::fp8;
  const Block block = make_block(BlockKind::dense_layer, samples::llama(4, 4096, 32, 8, 14336), plan);
  CHECK(find(block, TensorName::gate)->value.bytes == 2);
  CHECK(find(block, TensorName::up)->value.bytes == 2);
  CHECK(find(block, TensorName::input_of_the_down_projection)->value.bytes == 1);
}
