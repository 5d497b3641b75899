// A language model as its Hugging Face configuration names it. An absent optional is a default that depends on the
// other fields; with_defaults() (scenario/scenario.h) fills it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/parts/choices.h"

namespace shardscope {

struct Model {
  std::string preset;       // the preset it was taken from, or empty
  std::string title;        // as people call it
  std::string short_title;  // for little room, "DeepSeek-V3": without the size that stands beside it; may be empty
  std::string source;
  bool estimate = false;  // nobody has published these numbers

  std::int64_t num_hidden_layers = 0;
  std::int64_t hidden_size = 0;
  std::int64_t num_attention_heads = 0;
  std::optional<std::int64_t> num_key_value_heads;  // all heads
  std::optional<std::int64_t> head_dim;             // hidden / heads
  std::optional<std::int64_t> intermediate_size;    // 4 hidden; of a dense layer's MLP
  bool gated_mlp = true;                            // three matrices (SwiGLU) or two
  std::int64_t vocab_size = 0;
  bool tie_word_embeddings = false;
  bool lm_head_bias = false;                        // on the output matrix
  std::optional<std::int64_t> word_embed_proj_dim;  // the token table's width where it isn't hidden_size (OPT-350m)
  PositionEmbedding position_embedding = PositionEmbedding::rope;
  std::optional<std::int64_t> max_position_embeddings;  // learned positions: the sequence
  std::int64_t position_offset = 0;                     // rows of the learned table before position 0: 2 in OPT
  Norm norm = Norm::rmsnorm;
  std::optional<std::int64_t> norm_vectors;  // vectors of a norm: scale alone (RMS norm), scale and bias, or none
  NormPosition norm_position = NormPosition::before;
  bool final_norm = true;
  bool attention_bias = false;                // on q, k, v and the output projection
  std::optional<bool> attention_output_bias;  // attention_bias; false in Qwen2, whose bias is on q, k and v alone
  bool mlp_bias = false;
  bool qk_norm = false;
  bool qk_norm_whole = false;    // over all heads together (OLMo 2), not head by head
  bool attention_sinks = false;  // a learned logit per head that takes attention away (gpt-oss)
  std::optional<std::int64_t> sliding_window;
  std::optional<std::int64_t> sliding_window_pattern;  // every n-th layer is global
  std::optional<double> swiglu_limit;  // gpt-oss's gated activation clamps both factors at this value; absent: no clamp
  bool use_parallel_residual = false;  // attention and MLP beside each other
  bool shared_norm = false;            // then: both read one norm (Falcon-7B, PaLM), not one each (GPT-NeoX)
  bool embedding_norm = false;         // a norm right after the token table, as in BLOOM

  // What training needs to know and neither memory nor time depends on, as Hugging Face names it; absent: not said.
  std::optional<double> rope_theta;
  std::optional<double> rms_norm_eps;       // of whatever norm it is
  std::optional<std::string> rope_scaling;  // the object, as JSON text
  std::optional<std::string> hidden_act;    // default_activation(gated_mlp)

  // Multi-head latent attention (DeepSeek-V2); present where kv_lora_rank is.
  std::optional<std::int64_t> q_lora_rank;
  std::optional<std::int64_t> kv_lora_rank;
  std::optional<std::int64_t> qk_nope_head_dim;
  std::optional<std::int64_t> qk_rope_head_dim;
  std::optional<std::int64_t> v_head_dim;

  // Mixture of experts; present where num_experts > 0.
  std::int64_t num_experts = 0;
  std::int64_t num_experts_per_tok = 0;
  std::optional<std::int64_t> moe_intermediate_size;  // intermediate_size
  std::optional<std::int64_t> n_group;     // groups of experts, of which a token may go to topk_group (DeepSeek-V2)
  std::optional<std::int64_t> topk_group;  // n_group: any
  std::int64_t n_shared_experts = 0;
  std::optional<std::int64_t> shared_expert_intermediate_size;  // of all shared experts together
  std::int64_t first_k_dense_replace = 0;
  std::int64_t moe_layer_freq = 1;
  std::int64_t moe_layer_offset = 0;                    // layer i is MoE where i % moe_layer_freq is this
  std::optional<std::vector<std::int64_t>> moe_layers;  // the MoE layers from 0, in order, instead of a pattern
  bool router_bias = false;
  bool shared_expert_gate = false;            // shared experts' output is scaled by a learned gate (Qwen2-MoE)
  std::int64_t num_nextn_predict_layers = 0;  // MTP

  bool operator==(const Model&) const = default;
};

/// Whether it is a mixture of experts.
[[nodiscard]] inline bool has_experts(const Model& model) {
  return model.num_experts > 0;
}

/// Whether layer i (from 0) is MoE: it is listed in moe_layers or, without a list, i >= first_k_dense_replace and
/// i % moe_layer_freq = moe_layer_offset (Megatron's pattern).
[[nodiscard]] bool is_moe_layer(const Model& model, std::int64_t layer);

}  // namespace shardscope
