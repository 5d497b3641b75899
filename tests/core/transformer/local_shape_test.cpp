#include "core/transformer/local_shape.h"

#include <doctest/doctest.h>

#include "tests/core/transformer/block_queries.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;
using samples::find;

TEST_CASE("an 8-bit recipe keeps the products' inputs in 8 bits and the rest in 16") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  plan.precision = Precision::fp8;
  const Block block = make_block(BlockKind::dense_layer, model, plan);
  CHECK(find(block, TensorName::input_of_the_q_k_v_projection)->value.bytes == 1);
  CHECK(find(block, TensorName::input_of_the_down_projection)->value.bytes == 1);
  CHECK(find(block, TensorName::gate)->value.bytes == 2);
  CHECK(find(block, TensorName::quantised_attention_output)->value.bytes == 1);
}

TEST_CASE("without sequence parallelism norms see every token of the rank") {
  Plan plan = samples::plan(4096, 2, 8);
  plan.tp = 4;
  plan.cp = 2;
  const Model model = samples::llama(4, 4096, 32, 2, 14336);
  CHECK(local_shape(model, plan).slice_tokens == 4096);
  plan.sequence_parallel = true;
  CHECK(local_shape(model, plan).slice_tokens == 1024);
  CHECK(local_shape(model, plan).kv_heads == 1);
}

TEST_CASE("the busiest expert rank has at most all rows: an imbalance of ep, and of 1 where one rank has all experts") {
  const Model model = samples::mixture(4, 4096, 8, 2, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  const double rows = local_shape(model, plan).expert_rows;
  plan.expert_imbalance = 8;
  CHECK(local_shape(model, plan).expert_rows == rows);
  plan.ep = 4;
  CHECK(local_shape(model, plan).expert_rows == 4 * rows);
  plan.expert_imbalance = 1.5;
  CHECK(local_shape(model, plan).expert_rows == 1.5 * rows);
}
