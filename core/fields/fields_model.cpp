#include "core/base/limits.h"
#include "core/fields/field_maker.h"

namespace shardscope {

namespace {

using field_maker::make_field;

constexpr auto width_max = static_cast<double>(limits::width_max);
constexpr auto layers_max = static_cast<double>(limits::layers_max);
constexpr auto experts_max = static_cast<double>(limits::experts_max);

template <auto Member>
Field model_field(Field words) {
  return make_field<&Scenario::model, Member>(words);
}

/// A size of at least 1.
template <auto Member>
Field size(std::string_view path, std::string_view label, std::string_view help, const std::string& when_absent = {},
           double max = width_max, std::string_view term = {}) {
  return model_field<Member>(
      {.path = path, .label = label, .help = help, .term = term, .min = 1, .max = max, .when_absent = when_absent});
}

template <auto Member>
Field text(std::string_view path, std::string_view label, std::string_view help, const std::string& when_absent = {}) {
  return model_field<Member>({.path = path, .label = label, .help = help, .when_absent = when_absent});
}

template <auto Member>
Field caption(std::string_view path, std::string_view label, std::string_view help) {
  return model_field<Member>({.path = path, .label = label, .help = help, .caption = true});
}

std::vector<Field> shape_fields() {
  return {
      caption<&Model::title>("model.title", "Name", "What people call the model."),
      caption<&Model::short_title>("model.short_title", "Short name",
                                   "What it is called where its size stands beside it."),
      caption<&Model::source>("model.source", "Source", "Where the numbers come from."),
      caption<&Model::estimate>("model.estimate", "Estimate", "Nobody has published these numbers."),
      size<&Model::num_hidden_layers>("model.num_hidden_layers", "Layers",
                                      "Transformer layers, MTP layers not counted.", {}, layers_max),
      size<&Model::hidden_size>("model.hidden_size", "Hidden size", "Width of the residual stream, h."),
      size<&Model::num_attention_heads>("model.num_attention_heads", "Attention heads", "Query heads of a layer."),
      size<&Model::num_key_value_heads>(
          "model.num_key_value_heads", "Key-value heads",
          "Heads that share keys and values: fewer than the query heads is grouped-query.", "all heads", width_max,
          "grouped-query attention"),
      size<&Model::head_dim>("model.head_dim", "Head size", "Channels of one head.", "hidden / heads"),
      size<&Model::intermediate_size>("model.intermediate_size", "MLP size", "Width of a dense layer's MLP, f.",
                                      "4 x hidden"),
      text<&Model::gated_mlp>("model.gated_mlp", "Gated MLP", "Three matrices (SwiGLU) instead of two."),
      size<&Model::vocab_size>("model.vocab_size", "Vocabulary", "Tokens that the model knows, unpadded."),
      text<&Model::tie_word_embeddings>("model.tie_word_embeddings", "Tied embeddings",
                                        "The output matrix is the token table."),
      text<&Model::lm_head_bias>("model.lm_head_bias", "Output matrix bias", "A bias on the output matrix."),
      size<&Model::word_embed_proj_dim>("model.word_embed_proj_dim", "Token table width",
                                        "Width of the token table; two projections lead to the hidden size and back.",
                                        "hidden size"),
      text<&Model::position_embedding>("model.position_embedding", "Positions", "How the model knows positions."),
      size<&Model::max_position_embeddings>("model.max_position_embeddings", "Longest sequence",
                                            "Positions that the model was made for.", "not said",
                                            static_cast<double>(limits::sequence_length_max)),
      model_field<&Model::position_offset>({.path = "model.position_offset",
                                            .label = "Position offset",
                                            .help = "Rows of the learned table that stand before position 0.",
                                            .min = 0,
                                            .max = 1024}),
  };
}

std::vector<Field> norm_fields() {
  return {
      text<&Model::norm>("model.norm", "Norm", "How the residual stream is normalised."),
      model_field<&Model::norm_vectors>({.path = "model.norm_vectors",
                                         .label = "Vectors of a norm",
                                         .help = "Learned vectors of a norm: none, a scale, or a scale and a bias.",
                                         .min = 0,
                                         .max = 2,
                                         .when_absent = "1 for RMS norm, 2 for layer norm"}),
      text<&Model::norm_position>("model.norm_position", "Norms stand",
                                  "Whether attention and MLP have a norm before them, after them, or both."),
      text<&Model::final_norm>("model.final_norm", "Final norm", "A norm after the last layer."),
  };
}

std::vector<Field> bias_and_window_fields() {
  return {
      text<&Model::attention_bias>("model.attention_bias", "Attention bias", "Biases on q, k, v and the output."),
      text<&Model::attention_output_bias>("model.attention_output_bias", "Output bias",
                                          "Bias on attention's output projection alone.", "attention_bias"),
      text<&Model::mlp_bias>("model.mlp_bias", "MLP bias", "Biases on the MLP's matrices."),
      text<&Model::qk_norm>("model.qk_norm", "Query-key norm", "Queries and keys are normalised per head."),
      text<&Model::qk_norm_whole>("model.qk_norm_whole", "Query-key norm over all heads",
                                  "The query-key norm spans all heads together, not one."),
      text<&Model::attention_sinks>("model.attention_sinks", "Attention sinks",
                                    "A learned logit per head that takes attention away from the keys."),
      text<&Model::embedding_norm>("model.embedding_norm", "Embedding norm", "A norm right after the token table."),
      size<&Model::sliding_window>("model.sliding_window", "Sliding window", "Keys that a query sees.", "all",
                                   static_cast<double>(limits::sequence_length_max)),
      size<&Model::sliding_window_pattern>("model.sliding_window_pattern", "Window pattern",
                                           "One layer in so many sees all keys.", "none do", layers_max),
      model_field<&Model::swiglu_limit>({.path = "model.swiglu_limit",
                                         .label = "SwiGLU limit",
                                         .help = "Both factors of the gated activation are clamped at this value.",
                                         .min = 0,
                                         .max = 1e6,
                                         .when_absent = "no clamp"}),
  };
}

std::vector<Field> rotary_and_residual_fields() {
  return {
      model_field<&Model::rope_theta>({.path = "model.rope_theta",
                                       .label = "Rotary base",
                                       .help = "Base of the rotary positions' wavelengths.",
                                       .term = "rotary embedding",
                                       .min = 1,
                                       .max = 1e12,
                                       .when_absent = "not said"}),
      model_field<&Model::rms_norm_eps>({.path = "model.rms_norm_eps",
                                         .label = "Norm epsilon",
                                         .help = "What a norm adds below its square root.",
                                         .min = 0,
                                         .max = 1,
                                         .when_absent = "not said"}),
      text<&Model::rope_scaling>("model.rope_scaling", "Rotary scaling",
                                 "How rotary positions are stretched to longer sequences, as Hugging Face says it.",
                                 "none"),
      text<&Model::hidden_act>("model.hidden_act", "Activation", "Activation of the MLP, as Hugging Face names it.",
                               "silu in a gated MLP, else gelu"),
      text<&Model::use_parallel_residual>("model.use_parallel_residual", "Parallel residual",
                                          "Attention and MLP beside each other instead of one after the other."),
      text<&Model::shared_norm>("model.shared_norm", "Shared norm",
                                "With a parallel residual: attention and MLP read one norm instead of one each."),
  };
}

std::vector<Field> latent_attention_fields() {
  return {
      size<&Model::q_lora_rank>("model.q_lora_rank", "Query rank", "Latent attention: rank of compressed queries.",
                                "not compressed"),
      size<&Model::kv_lora_rank>("model.kv_lora_rank", "Key-value rank",
                                 "Latent attention: rank of compressed keys and values.", "no latent attention"),
      size<&Model::qk_nope_head_dim>("model.qk_nope_head_dim", "Head size without position",
                                     "Latent attention: the part of a head without position.", "head size"),
      size<&Model::qk_rope_head_dim>("model.qk_rope_head_dim", "Head size with position",
                                     "Latent attention: the part of a head that carries the position.", "none"),
      size<&Model::v_head_dim>("model.v_head_dim", "Value head size", "Latent attention: size of a value's head.",
                               "head size"),
  };
}

std::vector<Field> expert_fields() {
  return {
      model_field<&Model::num_experts>({.path = "model.num_experts",
                                        .label = "Experts",
                                        .help = "Routed experts of an MoE layer; 0 is a dense model.",
                                        .min = 0,
                                        .max = experts_max}),
      model_field<&Model::num_experts_per_tok>({.path = "model.num_experts_per_tok",
                                                .label = "Experts per token",
                                                .help = "Routed experts that work on a token.",
                                                .min = 0,
                                                .max = experts_max}),
      model_field<&Model::n_group>({.path = "model.n_group",
                                    .label = "Expert groups",
                                    .help = "Groups that the experts are divided into, for routing within some.",
                                    .min = 1,
                                    .max = experts_max,
                                    .when_absent = "one"}),
      model_field<&Model::topk_group>({.path = "model.topk_group",
                                       .label = "Groups per token",
                                       .help = "Expert groups that a token may go to.",
                                       .cost = "Fewer: a token crosses to fewer nodes.",
                                       .min = 1,
                                       .max = experts_max,
                                       .when_absent = "all"}),
      size<&Model::moe_intermediate_size>("model.moe_intermediate_size", "Expert size", "Width of one expert's MLP.",
                                          "MLP size"),
      model_field<&Model::n_shared_experts>({.path = "model.n_shared_experts",
                                             .label = "Shared experts",
                                             .help = "Experts that work on every token.",
                                             .min = 0,
                                             .max = experts_max}),
      model_field<&Model::shared_expert_intermediate_size>({.path = "model.shared_expert_intermediate_size",
                                                            .label = "Shared experts' size",
                                                            .help = "Width of all shared experts together.",
                                                            .min = 0,
                                                            .max = width_max,
                                                            .when_absent = "shared experts x expert size"}),
  };
}

/// Which layers have experts, and what their routers have.
std::vector<Field> moe_layer_fields() {
  return {
      model_field<&Model::first_k_dense_replace>({.path = "model.first_k_dense_replace",
                                                  .label = "Dense layers first",
                                                  .help = "Layers before the first MoE layer.",
                                                  .min = 0,
                                                  .max = layers_max}),
      size<&Model::moe_layer_freq>("model.moe_layer_freq", "MoE every", "One layer in so many is MoE.", {}, layers_max),
      model_field<&Model::moe_layer_offset>({.path = "model.moe_layer_offset",
                                             .label = "MoE offset",
                                             .help = "The first MoE layer of the pattern, from 0.",
                                             .min = 0,
                                             .max = layers_max}),
      model_field<&Model::moe_layers>({.path = "model.moe_layers",
                                       .label = "MoE layers",
                                       .help = "The MoE layers one by one, from 0, instead of a pattern.",
                                       .term = "mixture of experts",
                                       .min = 0,
                                       .max = layers_max,
                                       .when_absent = "by the pattern"}),
      text<&Model::router_bias>("model.router_bias", "Router bias", "A bias per expert on the router's logits."),
      text<&Model::shared_expert_gate>("model.shared_expert_gate", "Shared experts' gate",
                                       "A learned gate scales what the shared experts add."),
      model_field<&Model::num_nextn_predict_layers>({.path = "model.num_nextn_predict_layers",
                                                     .label = "MTP layers",
                                                     .help = "Layers that predict tokens further ahead.",
                                                     .term = "multi-token prediction",
                                                     .min = 0,
                                                     .max = 64}),
  };
}

}  // namespace

std::span<const Field> model_fields() {
  static const std::vector<Field> table =
      field_maker::joined({shape_fields, norm_fields, bias_and_window_fields, rotary_and_residual_fields,
                           latent_attention_fields, expert_fields, moe_layer_fields});
  return table;
}

}  // namespace shardscope
