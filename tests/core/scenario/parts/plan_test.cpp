#include "core/scenario/parts/plan.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("each stage of ZeRO divides something more, a plan without one nothing") {
  Plan plan;
  CHECK(zero_of(plan) == 0);
  CHECK_FALSE(shards_optimizer(plan));
  plan.zero = zero_stage::optimizer;
  CHECK(shards_optimizer(plan));
  CHECK_FALSE(shards_gradients(plan));
  plan.zero = zero_stage::gradients;
  CHECK(shards_gradients(plan));
  CHECK_FALSE(shards_weights(plan));
  CHECK(shards_gradients_alone(plan));
  plan.zero = zero_stage::weights;
  CHECK(shards_weights(plan));
  CHECK(shards_optimizer(plan));
  CHECK_FALSE(shards_gradients_alone(plan));
}

TEST_CASE("selective recomputation that names nothing is core attention's; no other mode names any unasked") {
  Plan plan;
  CHECK(recompute_mode(plan) == RecomputeMode::none);
  plan.recompute = Recompute{RecomputeMode::selective, {}, {}, {}};
  CHECK(modules_of(*plan.recompute) == RecomputeModules{.core_attn = true});
  plan.recompute->modules.mlp = true;
  CHECK(modules_of(*plan.recompute) == RecomputeModules{.mlp = true});
  plan.recompute = Recompute{RecomputeMode::full, {}, {}, {}};
  CHECK(modules_of(*plan.recompute) == RecomputeModules{});
}

TEST_CASE("every layer is recomputed by full recomputation without a number of layers") {
  Plan plan;
  CHECK_FALSE(recomputes_every_layer(plan));
  plan.recompute = Recompute{RecomputeMode::full, {}, {}, {}};
  CHECK(recomputes_every_layer(plan));
  plan.recompute->layers = 1;
  CHECK_FALSE(recomputes_every_layer(plan));
  plan.recompute = Recompute{RecomputeMode::selective, {}, {}, {}};
  CHECK_FALSE(recomputes_every_layer(plan));
}

TEST_CASE("what a plan leaves unsaid counts as nearly all software has it") {
  Plan plan;
  plan.tp = 4;
  CHECK(expert_tensor_of(plan) == 1);
  CHECK(is_sequence_parallel(plan));
  CHECK(gradient_dtype_of(plan) == Dtype::fp32);
  CHECK(fuses_attention(plan));
  plan.etp = 2, plan.sequence_parallel = false, plan.gradient_dtype = Dtype::bf16, plan.flash_attention = false;
  CHECK(expert_tensor_of(plan) == 2);
  CHECK_FALSE(is_sequence_parallel(plan));
  CHECK(gradient_dtype_of(plan) == Dtype::bf16);
  CHECK_FALSE(fuses_attention(plan));
  CHECK_FALSE(is_sequence_parallel(Plan{}));
}
