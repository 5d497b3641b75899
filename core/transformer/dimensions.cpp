#include "core/transformer/dimensions.h"

#include <algorithm>

#include "core/base/saturating.h"

namespace shardscope {

Dimensions dimensions_of(const Model& model) {
  Dimensions size;
  size.hidden = model.hidden_size;
  size.heads = model.num_attention_heads;
  size.kv_heads = model.num_key_value_heads.value_or(size.heads);
  size.head_dim = model.head_dim.value_or(size.hidden / at_least_one(size.heads));
  size.feed_forward = model.intermediate_size.value_or(saturating_product({4, size.hidden}));
  size.up_matrices = model.gated_mlp ? 2 : 1;
  size.norm_vectors = model.norm_vectors.value_or(model.norm == Norm::layernorm ? 2 : 1);
  size.embedding_width = model.word_embed_proj_dim.value_or(size.hidden);
  size.query_dim = size.value_dim = size.head_dim;
  if (has_experts(model)) {
    size.experts = model.num_experts;
    size.routed = std::min(model.num_experts_per_tok, model.num_experts);
    size.expert_feed_forward = model.moe_intermediate_size.value_or(size.feed_forward);
    size.shared_feed_forward = model.shared_expert_intermediate_size.value_or(
        saturating_product({model.n_shared_experts, size.expert_feed_forward}));
  }
  if (model.kv_lora_rank) {
    size.mla = true;
    size.kv_rank = *model.kv_lora_rank;
    size.q_rank = model.q_lora_rank.value_or(0);
    size.rope_dim = model.qk_rope_head_dim.value_or(0);
    size.query_dim = model.qk_nope_head_dim.value_or(size.head_dim) + size.rope_dim;
    size.value_dim = model.v_head_dim.value_or(size.head_dim);
  }
  return size;
}

std::int64_t position_rows(const Model& model) {
  return saturating_sum(model.max_position_embeddings.value_or(0), model.position_offset);
}

bool trains_with_dropout(const Model& model) {
  return model.norm == Norm::layernorm && model.position_embedding == PositionEmbedding::learned && !model.gated_mlp;
}

double window_share(const Model& model, double sequence) {
  if (!model.sliding_window || !(sequence > 0)) return 1;
  const double seen = std::clamp(static_cast<double>(*model.sliding_window) / sequence, 0.0, 1.0);
  const double windowed = 1 - (1 - seen) * (1 - seen);
  const auto pattern = static_cast<double>(std::max<std::int64_t>(model.sliding_window_pattern.value_or(0), 0));
  return pattern > 0 ? (windowed * (pattern - 1) + 1) / pattern : windowed;
}

std::int64_t trained_vocabulary(const Model& model, const Plan& plan) {
  return plan.padded_vocab.value_or(model.vocab_size);
}

}  // namespace shardscope
