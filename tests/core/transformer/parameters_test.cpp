#include "core/transformer/parameters.h"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

using namespace shardscope;

namespace {

struct Shape {
  std::int64_t layers, hidden, heads, kv_heads, feed_forward, vocabulary;
};

Model llama(const Shape& shape) {
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

Model gpt(std::int64_t layers, std::int64_t hidden, std::int64_t heads, std::int64_t vocabulary,
          std::int64_t positions) {
  Model model = llama({layers, hidden, heads, heads, 4 * hidden, vocabulary});
  model.gated_mlp = false;
  model.norm = Norm::layernorm;
  model.attention_bias = model.mlp_bias = true;
  model.tie_word_embeddings = true;
  model.position_embedding = PositionEmbedding::learned;
  model.max_position_embeddings = positions;
  return model;
}

Model with_experts(Model model, std::int64_t experts, std::int64_t routed, std::int64_t width) {
  model.num_experts = experts;
  model.num_experts_per_tok = routed;
  model.moe_intermediate_size = width;
  return model;
}

Model with_latent_attention(Model model) {
  model.q_lora_rank = 1536;
  model.kv_lora_rank = 512;
  model.qk_nope_head_dim = 128;
  model.qk_rope_head_dim = 64;
  model.v_head_dim = 128;
  return model;
}

Model with_shared(Model model, std::int64_t shared, std::int64_t first_dense) {
  model.n_shared_experts = shared;
  model.first_k_dense_replace = first_dense;
  return model;
}

template <class Edit>
Model edited(Model model, Edit edit) {
  edit(model);
  return model;
}

struct Named {
  const char* name;
  Model model;
};

std::vector<Named> published_models() {
  const auto qwen2 = [](Model& m) { m.attention_bias = true, m.attention_output_bias = false; };
  const auto qwen3 = [](Model& m) { m.qk_norm = true, m.head_dim = 128; };
  return {
      {"openai-community/gpt2-medium", gpt(24, 1024, 16, 50257, 1024)},
      {"openai-community/gpt2-xl", gpt(48, 1600, 25, 50257, 1024)},
      {"EleutherAI/gpt-neox-20b", edited(gpt(44, 6144, 64, 50432, 0),
                                         [](Model& m) {
                                           m.tie_word_embeddings = false;
                                           m.position_embedding = PositionEmbedding::rope;
                                         })},
      {"facebook/opt-1.3b", gpt(24, 2048, 32, 50272, 2050)},  // two of its positions are padding
      {"bigscience/bloom", edited(gpt(70, 14336, 112, 250880, 0),
                                  [](Model& m) {
                                    m.position_embedding = PositionEmbedding::alibi;
                                    m.embedding_norm = true;
                                  })},
      {"tiiuae/falcon-7b", edited(gpt(32, 4544, 71, 65024, 0),
                                  [](Model& m) {
                                    m.position_embedding = PositionEmbedding::rope;
                                    m.num_key_value_heads = 1;
                                    m.attention_bias = m.mlp_bias = m.tie_word_embeddings = false;
                                    m.use_parallel_residual = true;
                                  })},
      {"huggyllama/llama-7b", llama({32, 4096, 32, 32, 11008, 32000})},
      {"huggyllama/llama-65b", llama({80, 8192, 64, 64, 22016, 32000})},
      {"meta-llama/Llama-3.2-1B",
       edited(llama({16, 2048, 32, 8, 8192, 128256}), [](Model& m) { m.tie_word_embeddings = true; })},
      {"meta-llama/Llama-3.1-8B", llama({32, 4096, 32, 8, 14336, 128256})},
      {"meta-llama/Llama-3.1-70B", llama({80, 8192, 64, 8, 28672, 128256})},
      {"meta-llama/Llama-3.1-405B", llama({126, 16384, 128, 8, 53248, 128256})},
      {"mistralai/Mistral-7B-v0.1", llama({32, 4096, 32, 8, 14336, 32000})},
      {"mistralai/Mixtral-8x7B-v0.1", with_experts(llama({32, 4096, 32, 8, 14336, 32000}), 8, 2, 14336)},
      {"mistralai/Mixtral-8x22B-v0.1", with_experts(llama({56, 6144, 48, 8, 16384, 32000}), 8, 2, 16384)},
      {"Qwen/Qwen2.5-3B",
       edited(edited(llama({36, 2048, 16, 2, 11008, 151936}), qwen2), [](Model& m) { m.tie_word_embeddings = true; })},
      {"Qwen/Qwen2.5-72B", edited(llama({80, 8192, 64, 8, 29568, 152064}), qwen2)},
      {"Qwen/Qwen3-8B", edited(llama({36, 4096, 32, 8, 12288, 151936}), qwen3)},
      {"Qwen/Qwen3-30B-A3B", with_experts(edited(llama({48, 2048, 32, 4, 6144, 151936}), qwen3), 128, 8, 768)},
      {"google/gemma-7b", edited(llama({28, 3072, 16, 16, 24576, 256000}),
                                 [](Model& m) { m.tie_word_embeddings = true, m.head_dim = 256; })},
      {"deepseek-ai/DeepSeek-V2",
       with_shared(with_experts(with_latent_attention(llama({60, 5120, 128, 128, 12288, 102400})), 160, 6, 1536), 2,
                   1)},
      {"deepseek-ai/DeepSeek-V3",
       with_shared(with_experts(with_latent_attention(llama({61, 7168, 128, 128, 18432, 129280})), 256, 8, 2048), 1,
                   3)},
      {"moonshotai/Kimi-K2-Base",
       with_shared(with_experts(with_latent_attention(llama({61, 7168, 64, 64, 18432, 163840})), 384, 8, 2048), 1, 1)},
      {"meta-llama/Llama-4-Scout-17B-16E (text)",
       with_shared(with_experts(edited(llama({48, 5120, 40, 8, 16384, 202048}), [](Model& m) { m.head_dim = 128; }), 16,
                                1, 8192),
                   1, 0)},
  };
}

nlohmann::json read_published() {
  std::ifstream file(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/param_counts.json");
  return nlohmann::json::parse(file).at("models");
}

ParameterCounts counted(const Model& model, const Plan& plan = {}) {
  return count_parameters(model, plan, stage_layout(model, plan));
}

}  // namespace

TEST_CASE("parameter counts equal the published integers") {
  const std::vector<Named> models = published_models();
  const nlohmann::json rows = read_published();
  REQUIRE(rows.size() == models.size());
  for (std::size_t i = 0; i < models.size(); ++i) {
    CAPTURE(models[i].name);
    REQUIRE(rows[i].at("model") == models[i].name);
    const ParameterCounts counts = counted(models[i].model);
    CHECK(counts.total == rows[i].at("parameters").get<std::int64_t>());
    CHECK(counts.active == rows[i].at("active").get<std::int64_t>());
    CHECK(counts.embedding == rows[i].at("embedding").get<std::int64_t>());
  }
}

TEST_CASE("components, layers and stages sum to the whole") {
  for (const Named& named : published_models()) {
    CAPTURE(named.name);
    const ParameterCounts counts = counted(named.model);
    CHECK(std::accumulate(counts.by_component.begin(), counts.by_component.end(), std::int64_t{0}) == counts.total);
    CHECK(counts.per_layer.size() == static_cast<std::size_t>(named.model.num_hidden_layers));
    Plan plan;
    plan.pp = 4;
    plan.padded_vocab = named.model.vocab_size + 512;
    const ParameterCounts split = counted(named.model, plan);
    const std::int64_t copy = named.model.tie_word_embeddings ? *plan.padded_vocab * named.model.hidden_size : 0;
    CHECK(split.per_stage.size() == 4);
    CHECK(split.total == counts.total);
    CHECK(std::accumulate(split.per_stage.begin(), split.per_stage.end(), std::int64_t{0}) ==
          counts.total + split.padding + copy);
  }
}

TEST_CASE("an MTP layer is a layer, a projection of twice the width and three norms") {
  Model model = llama({4, 64, 8, 8, 256, 1000});
  model.num_nextn_predict_layers = 1;
  const ParameterCounts counts = counted(model);
  CHECK(counts.mtp == total(layer_parameters(model, false)) + 2 * 64 * 64 + 3 * 64);
  CHECK(counts.per_stage[0] == counts.total + counts.mtp);
}

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

TEST_CASE("an absurd model counts to the largest integer instead of overflowing") {
  const Model model = with_experts(llama({10'000, 1 << 24, 1 << 20, 1 << 20, 1 << 24, 1 << 24}), 65'536, 2, 1 << 24);
  CHECK(counted(model).total == std::numeric_limits<std::int64_t>::max());
}
