#include "core/transformer/dimensions.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("heads, head size and feed-forward follow from the hidden size where the model doesn't say") {
  Model model;
  model.hidden_size = 1024;
  model.num_attention_heads = 16;
  const Dimensions size = dimensions_of(model);
  CHECK(size.kv_heads == 16);
  CHECK(size.head_dim == 64);
  CHECK(size.value_dim == 64);
  CHECK(size.feed_forward == 4096);
}

TEST_CASE("the width of all shared experts goes before their number times an expert's width") {
  Model model;
  model.num_experts = 8;
  model.moe_intermediate_size = 100;
  model.n_shared_experts = 2;
  CHECK(dimensions_of(model).shared_feed_forward == 200);
  model.shared_expert_intermediate_size = 512;
  CHECK(dimensions_of(model).shared_feed_forward == 512);
}

TEST_CASE("latent attention gives queries a position part and values their own size") {
  Model model;
  model.kv_lora_rank = 512;
  model.qk_nope_head_dim = 128;
  model.qk_rope_head_dim = 64;
  model.v_head_dim = 96;
  const Dimensions size = dimensions_of(model);
  CHECK(size.mla);
  CHECK(size.query_dim == 192);
  CHECK(size.value_dim == 96);
}

TEST_CASE("only models of GPT-2's design are trained with dropout") {
  Model model;
  CHECK_FALSE(trains_with_dropout(model));
  model.norm = Norm::layernorm;
  model.gated_mlp = false;
  CHECK_FALSE(trains_with_dropout(model));
  model.position_embedding = PositionEmbedding::learned;
  CHECK(trains_with_dropout(model));
}
