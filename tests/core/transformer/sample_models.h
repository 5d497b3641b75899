// Models and plans that several tests share.
#pragma once

#include "core/scenario/scenario.h"

namespace shardscope::samples {

/// GPT-3's design at any size: layer norm, biases, learned positions, an MLP of 4 h.
inline Model gpt(std::int64_t layers, std::int64_t hidden, std::int64_t heads, std::int64_t vocabulary = 51200) {
  Model model;
  model.num_hidden_layers = layers;
  model.hidden_size = hidden;
  model.num_attention_heads = model.num_key_value_heads.emplace(heads);
  model.head_dim = hidden / heads;
  model.intermediate_size = 4 * hidden;
  model.gated_mlp = false;
  model.norm = Norm::layernorm;
  model.attention_bias = model.mlp_bias = true;
  model.tie_word_embeddings = true;
  model.position_embedding = PositionEmbedding::learned;
  model.max_position_embeddings = 2048;
  model.vocab_size = vocabulary;
  return model;
}

/// Llama's design: RMS norm, rotary positions, a gated MLP, no biases.
inline Model llama(std::int64_t layers, std::int64_t hidden, std::int64_t heads, std::int64_t kv_heads,
                   std::int64_t feed_forward, std::int64_t vocabulary = 128256) {
  Model model;
  model.num_hidden_layers = layers;
  model.hidden_size = hidden;
  model.num_attention_heads = heads;
  model.num_key_value_heads = kv_heads;
  model.head_dim = hidden / heads;
  model.intermediate_size = feed_forward;
  model.vocab_size = vocabulary;
  return model;
}

inline Model llama3_405b() {
  return llama(126, 16384, 128, 8, 53248);
}

inline Model mixture(std::int64_t layers, std::int64_t hidden, std::int64_t experts, std::int64_t routed,
                     std::int64_t width) {
  Model model = llama(layers, hidden, hidden / 128, hidden / 128, 4 * hidden, 32000);
  model.num_experts = experts;
  model.num_experts_per_tok = routed;
  model.moe_intermediate_size = width;
  return model;
}

/// GPT-4 as reported in 2023: 16 experts of about 111 billion parameters, two routed, 120 layers.
inline Model gpt4() {
  Model model = llama(120, 14336, 112, 8, 32256, 100277);
  model.gated_mlp = false;
  model.norm = Norm::layernorm;
  model.num_experts = 16;
  model.num_experts_per_tok = 2;
  model.moe_intermediate_size = 32256;
  return model;
}

/// One GPU, no recomputation, flash attention, everything else by default.
inline Plan plan(std::int64_t sequence, std::int64_t micro_batch, std::int64_t global_batch) {
  Plan plan;
  plan.sequence_length = sequence;
  plan.micro_batch = micro_batch;
  plan.global_batch = global_batch;
  plan.dp = 1;
  plan.etp = 1;
  plan.sequence_parallel = false;
  plan.schedule = ScheduleKind::one_f_one_b;
  plan.zero = 0;
  plan.shard_group = 1;
  plan.recompute = Recompute{};
  return plan;
}

}  // namespace shardscope::samples
