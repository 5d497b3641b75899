#include <doctest/doctest.h>

#include "core/transformer/operations.h"
#include "tests/core/transformer/block_queries.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

double kept(const Model& model, const Plan& plan) {
  return kept_bytes(make_block(BlockKind::dense_layer, model, plan), plan, false).value;
}

}  // namespace

TEST_CASE("flash attention keeps one number a row of scores instead of the scores") {
  const Model model = samples::gpt(2, 6144, 64);
  Plan plan = samples::plan(2048, 4, 8);
  CHECK(kept(model, plan) == 34.0 * 2048 * 4 * 6144 + 4.0 * 64 * 2048 * 4);
}

TEST_CASE("latent attention recomputes its up projections and keeps what is compressed") {
  Model model = samples::llama(4, 7168, 128, 128, 18432);
  model.q_lora_rank = 1536;
  model.kv_lora_rank = 512;
  model.qk_nope_head_dim = 128;
  model.qk_rope_head_dim = 64;
  model.v_head_dim = 128;
  Plan plan = samples::plan(4096, 1, 8);
  const Block block = make_block(BlockKind::dense_layer, model, plan);
  plan.recompute->mode = RecomputeMode::selective;
  plan.recompute->modules = {.mla_up_proj = true};
  const double up = 128 * (192 + 192 + 128), normed = 1536 + 512;  // the norms are fused with the up projections
  CHECK(saved_bytes(block).value - kept_bytes(block, plan, false).value == 4096.0 * (up + normed) * 2);
  plan.recompute->modules = {.layernorm = true};
  CHECK(saved_bytes(block).value - kept_bytes(block, plan, false).value == 4096.0 * 2 * 7168 * 2);
}

TEST_CASE("quantised, the output projection keeps a copy of its own only where attention's output goes or scales lag") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  const double sixteen = 4096.0 * 4096 * 2, eight = 4096.0 * 4096;
  const auto output = [&] {
    double sum = 0;
    for (const SavedTensor& tensor : make_block(BlockKind::dense_layer, model, plan).saved)
      if ((tensor.name == TensorName::attention_output || tensor.name == TensorName::quantised_attention_output) &&
          !is_dropped(tensor, plan))
        sum += tensor.bytes().value;
    return sum;
  };
  CHECK(output() == sixteen);
  for (const Precision precision : {Precision::fp8_cs, Precision::fp8_blockwise}) {
    plan.precision = precision;
    CHECK(output() == sixteen);
  }
  plan.precision = Precision::fp8_delayed;
  CHECK(output() == sixteen + eight);
  plan.recompute->mode = RecomputeMode::selective;
  plan.recompute->modules = {.core_attn = true};
  CHECK(output() == eight);
  plan.recompute->mode = RecomputeMode::none;
  plan.flash_attention = false;
  plan.precision = Precision::fp8_blockwise;
  CHECK(output() == eight);
}

TEST_CASE("quantised, latent attention's two down projections keep a copy of their input each") {
  Model model = samples::llama(4, 7168, 128, 128, 18432);
  model.q_lora_rank = 1536;
  model.kv_lora_rank = 512;
  model.qk_rope_head_dim = 64;
  Plan plan = samples::plan(4096, 1, 8);
  const auto input = [&] {
    return samples::find(make_block(BlockKind::dense_layer, model, plan), TensorName::input_of_the_down_projections)
        ->bytes();
  };
  CHECK(input().value == 2 * 4096.0 * 7168);
  plan.precision = Precision::fp8_blockwise;
  CHECK(input().value == 2 * 4096.0 * 7168);
  plan.precision = Precision::mxfp8;
  CHECK(input().value == 2 * 4096.0 * 7168 * 33 / 32);
}

TEST_CASE("a sliding window counts only the pairs that it leaves") {
  Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(8192, 1, 8);
  const auto attention = [&] {
    for (const Operation& operation : make_block(BlockKind::dense_layer, model, plan).operations)
      if (operation.kind == OperationKind::attention) return operation.attention_flops.value;
    return 0.0;
  };
  const double causal = attention();
  CHECK(causal == 8192.0 * 8192 * 256 * 32);
  model.sliding_window = 4096;
  CHECK(attention() == causal * 0.75);
  model.sliding_window_pattern = 4;  // every fourth layer sees all
  CHECK(attention() == causal * (3 * 0.75 + 1) / 4);
  model.sliding_window = 16384;
  CHECK(attention() == causal);
}

TEST_CASE("the query-key norm keeps its input, queries and keys") {
  Model model = samples::llama(4, 4096, 32, 8, 14336);
  model.qk_norm = true;
  const Block block = make_block(BlockKind::dense_layer, model, samples::plan(2048, 1, 8));
  CHECK(samples::find(block, TensorName::input_of_the_q_k_norm)->bytes().value == 2048.0 * (32 + 8) * 128 * 2);
}
