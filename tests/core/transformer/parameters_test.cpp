#include "core/transformer/parameters.h"

#include <doctest/doctest.h>

#include "tests/core/transformer/parameter_total.h"

using namespace shardscope;

namespace {

struct Sizes {
  std::int64_t layers, hidden, heads, kv_heads, feed_forward, vocabulary;
};

Model llama(const Sizes& shape) {
  Model model;
  model.num_hidden_layers = shape.layers;
  model.hidden_size = shape.hidden;
  model.num_attention_heads = shape.heads;
  model.num_key_value_heads = shape.kv_heads;
  model.head_dim = shape.hidden / shape.heads;
  model.intermediate_size = shape.feed_forward;
  model.vocab_size = shape.vocabulary;
  return model;
}

Model with_experts(Model model, std::int64_t experts, std::int64_t routed, std::int64_t width) {
  model.num_experts = experts;
  model.num_experts_per_tok = routed;
  model.moe_intermediate_size = width;
  return model;
}

}  // namespace

TEST_CASE("tp divides matrices, ep·etp divides experts, and norms and router stay whole") {
  const Model model = with_experts(llama({2, 512, 16, 4, 2048, 1000}), 8, 2, 1024);
  Plan plan;
  plan.tp = 4;
  plan.ep = 2;
  plan.etp = 2;
  const ShardedCount shard = on_one_gpu(layer_parameters(model, true), plan);
  CHECK(shard.experts == 8 * 3 * 512 * 1024 / 4);
  CHECK(shard.dense == (2 * 512 * 512 + 2 * 512 * 128) / 4 + 512 * 8 + 2 * 512);
}

TEST_CASE("with more tensor ranks than key-value heads each rank keeps one head") {
  const Model model = llama({1, 512, 16, 2, 2048, 1000});
  Plan plan;
  plan.tp = 8;
  const ShardedCount shard = on_one_gpu(layer_parameters(model, false), plan);
  CHECK(shard.dense == 2 * 512 * 512 / 8 + 2 * 512 * 64 / 2 + 3 * 512 * 2048 / 8 + 2 * 512);
}

TEST_CASE("a norm is before a branch, after it or both, and two branches beside each other may share it") {
  Model model = llama({1, 64, 4, 4, 256, 1000});
  const auto norms = [&] {
    for (const ParameterGroup& group : layer_parameters(model, false))
      if (group.traits().component == Component::norms) return group.count;
    return std::int64_t{0};
  };
  CHECK(norms() == 2 * 64);
  model.norm_position = NormPosition::after;
  CHECK(norms() == 2 * 64);
  model.norm_position = NormPosition::both;
  CHECK(norms() == 4 * 64);
  model.norm_position = NormPosition::before;
  model.use_parallel_residual = true;
  CHECK(norms() == 2 * 64);  // GPT-NeoX
  model.shared_norm = true;
  CHECK(norms() == 64);  // Falcon-7B
  model.norm = Norm::layernorm;
  CHECK(norms() == 2 * 64);
  model.norm_vectors = 0;  // OLMo
  CHECK(norms() == 0);
}

TEST_CASE("small parameters stand apart: sinks, gates, biases of the router and of the output matrix") {
  Model model = with_experts(llama({1, 64, 4, 4, 256, 1000}), 8, 2, 32);
  const std::int64_t plain = total(layer_parameters(model, true));
  model.attention_sinks = model.router_bias = true;
  CHECK(total(layer_parameters(model, true)) == plain + 4 + 8);
  model.shared_expert_gate = true;  // without shared experts there is none
  CHECK(total(layer_parameters(model, true)) == plain + 4 + 8);
  model.shared_expert_intermediate_size = 16;
  CHECK(total(layer_parameters(model, true)) == plain + 4 + 8 + 3 * 64 * 16 + 64);
  model.lm_head_bias = true;
  CHECK(total(head_parameters(model, 1000, false)) == 64 + 64 * 1000 + 1000);
  model.final_norm = false;
  CHECK(total(head_parameters(model, 1000, false)) == 64 * 1000 + 1000);
}

TEST_CASE("a token table of another width has a projection each way, and learned positions may start later") {
  Model model = llama({1, 64, 4, 4, 256, 1000});
  model.word_embed_proj_dim = 16;
  model.position_embedding = PositionEmbedding::learned;
  model.max_position_embeddings = 32;
  model.position_offset = 2;
  model.tie_word_embeddings = true;
  CHECK(total(embedding_parameters(model, 1000)) == 16 * 1000 + 16 * 64 + 34 * 64);
  CHECK(total(head_parameters(model, 1000, false)) == 64 + 64 * 16);
}
