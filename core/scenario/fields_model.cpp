#include "core/limits.h"
#include "core/scenario/field_maker.h"

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
Field size(std::string_view path, std::string_view label, std::string_view help, std::string_view when_absent = {},
           double max = width_max) {
  return model_field<Member>(
      {.path = path, .label = label, .help = help, .min = 1, .max = max, .when_absent = when_absent});
}

template <auto Member>
Field text(std::string_view path, std::string_view label, std::string_view help, std::string_view when_absent = {}) {
  return model_field<Member>({.path = path, .label = label, .help = help, .when_absent = when_absent});
}

std::vector<Field> shape_fields() {
  return {
      text<&Model::title>("model.title", "Name", "What people call the model."),
      text<&Model::source>("model.source", "Source", "Where the numbers come from."),
      text<&Model::estimate>("model.estimate", "Estimate", "Nobody has published these numbers."),
      size<&Model::num_hidden_layers>("model.num_hidden_layers", "Layers",
                                      "Transformer layers, MTP layers not counted.", {}, layers_max),
      size<&Model::hidden_size>("model.hidden_size", "Hidden size", "Width of the residual stream, h."),
      size<&Model::num_attention_heads>("model.num_attention_heads", "Attention heads", "Query heads of a layer."),
      size<&Model::num_key_value_heads>(
          "model.num_key_value_heads", "Key-value heads",
          "Heads that share keys and values: fewer than the query heads is grouped-query.", "all heads"),
      size<&Model::head_dim>("model.head_dim", "Head size", "Channels of one head.", "hidden / heads"),
      size<&Model::intermediate_size>("model.intermediate_size", "MLP size", "Width of a dense layer's MLP, f.",
                                      "4 x hidden"),
      text<&Model::gated_mlp>("model.gated_mlp", "Gated MLP", "Three matrices (SwiGLU) instead of two."),
      size<&Model::vocab_size>("model.vocab_size", "Vocabulary", "Tokens that the model knows, unpadded."),
      text<&Model::tie_word_embeddings>("model.tie_word_embeddings", "Tied embeddings",
                                        "The output matrix is the token table."),
      text<&Model::position_embedding>("model.position_embedding", "Positions", "How the model knows positions."),
      size<&Model::max_position_embeddings>("model.max_position_embeddings", "Longest sequence",
                                            "Positions that the model was made for.", "not said",
                                            static_cast<double>(limits::sequence_length_max)),
      text<&Model::norm>("model.norm", "Norm", "Normalisation before attention and MLP."),
      text<&Model::attention_bias>("model.attention_bias", "Attention bias", "Biases on q, k, v and the output."),
      text<&Model::attention_output_bias>("model.attention_output_bias", "Output bias",
                                          "Bias on attention's output projection alone.", "attention_bias"),
      text<&Model::mlp_bias>("model.mlp_bias", "MLP bias", "Biases on the MLP's matrices."),
      text<&Model::qk_norm>("model.qk_norm", "Query-key norm", "Queries and keys are normalised a head."),
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
      text<&Model::use_parallel_residual>("model.use_parallel_residual", "Parallel residual",
                                          "Attention and MLP beside each other, one norm fewer."),
  };
}

std::vector<Field> latent_and_expert_fields() {
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
      model_field<&Model::num_experts>({.path = "model.num_experts",
                                        .label = "Experts",
                                        .help = "Routed experts of an MoE layer; 0 is a dense model.",
                                        .min = 0,
                                        .max = experts_max}),
      model_field<&Model::num_experts_per_tok>({.path = "model.num_experts_per_tok",
                                                .label = "Experts a token",
                                                .help = "Routed experts that work on a token.",
                                                .min = 0,
                                                .max = experts_max}),
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
      model_field<&Model::first_k_dense_replace>({.path = "model.first_k_dense_replace",
                                                  .label = "Dense layers first",
                                                  .help = "Layers before the first MoE layer.",
                                                  .min = 0,
                                                  .max = layers_max}),
      size<&Model::moe_layer_freq>("model.moe_layer_freq", "MoE every", "One layer in so many is MoE.", {}, layers_max),
      model_field<&Model::num_nextn_predict_layers>({.path = "model.num_nextn_predict_layers",
                                                     .label = "MTP layers",
                                                     .help = "Layers that predict tokens further ahead.",
                                                     .min = 0,
                                                     .max = 64}),
  };
}

}  // namespace

std::span<const Field> model_fields() {
  static const std::vector<Field> table = [] {
    std::vector<Field> all = shape_fields();
    for (const Field& field : latent_and_expert_fields()) all.push_back(field);
    return all;
  }();
  return table;
}

}  // namespace shardscope
