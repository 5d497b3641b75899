// What operations, the tensors that they save and parameters are called: values, of which the words are made last. One
// list each says everything that is decided by which one it is. A new one is a line here.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/choice.h"

namespace shardscope {

/// What an operation that memory bounds computes with each value (core/step/flops/elementwise_flops.h).
enum class Elementwise : std::uint8_t {
  none,
  norm,
  head_norm,  // over each head
  rotary,
  activation,
  clamp,      // gpt-oss's, of the activation's factors
  weighting,  // times a probability
  combining,  // times a probability, and the sum over a token's experts
  softmax,
  cross_entropy,
  accumulation,  // of gradients in the table's rows; forward only moves
  residual
};

struct OperationTraits {
  std::string_view words;  // "q k v projection"
  Elementwise elementwise = Elementwise::none;
};

/// What a model is made of, in its order.
#define SHARDSCOPE_BLOCK_KIND(entry)                                                                        \
  entry(embedding, "embedding") entry(dense_layer, "dense") entry(moe_layer, "MoE") entry(mtp_layer, "MTP") \
      entry(head, "head")
SHARDSCOPE_TABLE(BlockKind, std::string_view, SHARDSCOPE_BLOCK_KIND)

// One row per line: clang-format would indent each behind the one before.
// clang-format off

/// The operations of a block (operations.h).
#define SHARDSCOPE_OPERATION(entry) \
  entry(q_k_v_projection, "q k v projection") \
  entry(q_down_projection, "q down projection") \
  entry(k_v_down_projection, "k v down projection") \
  entry(q_up_projection, "q up projection") \
  entry(k_v_up_projection, "k v up projection") \
  entry(output_projection, "output projection") \
  entry(gate_and_up_projection, "gate and up projection") \
  entry(up_projection, "up projection") \
  entry(down_projection, "down projection") \
  entry(experts_gate_and_up, "experts' gate and up") \
  entry(experts_up, "experts' up") \
  entry(experts_down, "experts' down") \
  entry(shared_experts_gate_and_up, "shared experts' gate and up") \
  entry(shared_experts_up, "shared experts' up") \
  entry(shared_experts_down, "shared experts' down") \
  entry(router, "router") \
  entry(logits, "logits") \
  entry(projection_of_token_and_state, "projection of token and state") \
  entry(attention, "attention") \
  entry(norm_before_attention, "norm before attention", Elementwise::norm) \
  entry(norm_after_attention, "norm after attention", Elementwise::norm) \
  entry(norm_before_the_mlp, "norm before the MLP", Elementwise::norm) \
  entry(norm_after_the_mlp, "norm after the MLP", Elementwise::norm) \
  entry(norm_before_the_experts, "norm before the experts", Elementwise::norm) \
  entry(norm_after_the_experts, "norm after the experts", Elementwise::norm) \
  entry(compressed_q_norm, "compressed q norm", Elementwise::norm) \
  entry(compressed_k_v_norm, "compressed k v norm", Elementwise::norm) \
  entry(norms_of_token_and_state, "norms of token and state", Elementwise::norm) \
  entry(norm_of_the_embedding, "norm of the embedding", Elementwise::norm) \
  entry(final_norm, "final norm", Elementwise::norm) \
  entry(q_k_norm, "q k norm", Elementwise::head_norm) \
  entry(rotary_embedding, "rotary embedding", Elementwise::rotary) \
  entry(activation, "activation", Elementwise::activation) \
  entry(experts_activation, "experts' activation", Elementwise::activation) \
  entry(shared_experts_activation, "shared experts' activation", Elementwise::activation) \
  entry(experts_clamp, "experts' clamp", Elementwise::clamp) \
  entry(product_with_probabilities, "product with probabilities", Elementwise::weighting) \
  entry(permute_and_combine, "permute and combine", Elementwise::combining) \
  entry(routing, "routing", Elementwise::softmax) \
  entry(cross_entropy, "cross entropy", Elementwise::cross_entropy) \
  entry(gather_of_token_rows, "gather of token rows", Elementwise::accumulation) \
  entry(residual_after_attention, "residual after attention", Elementwise::residual) \
  entry(residual_after_the_mlp, "residual after the MLP", Elementwise::residual) \
  entry(residual_after_the_experts, "residual after the experts", Elementwise::residual)
SHARDSCOPE_TABLE(OperationName, OperationTraits, SHARDSCOPE_OPERATION)

/// What a saved tensor or a matrix belongs to, for people who look for it.
#define SHARDSCOPE_TENSOR_GROUP(entry) \
  entry(embedding, "Embedding") \
  entry(norms, "Norms") \
  entry(attention, "Attention") \
  entry(mlp, "MLP") \
  entry(router, "Router") \
  entry(experts, "Experts") \
  entry(shared_experts, "Shared experts") \
  entry(head, "Head and loss") \
  entry(other, "Other")
SHARDSCOPE_TABLE(TensorGroup, std::string_view, SHARDSCOPE_TENSOR_GROUP)

struct TensorTraits {
  std::string_view words;  // "input of the q k v projection"
  TensorGroup group = TensorGroup::other;
  /// Whether a product over tp reads it, of which a rank keeps its slice under sequence parallelism. The down
  /// projections of latent attention and the router work on slices alone.
  bool gathered_for_product = false;
};

/// The tensors that a block saves for its backward pass (operations.h).
#define SHARDSCOPE_TENSOR(entry) \
  entry(token_ids, "token ids", TensorGroup::embedding) \
  entry(dropout_mask_of_the_embedding, "dropout mask of the embedding", TensorGroup::embedding) \
  entry(input_of_the_embeddings_norm, "input of the embedding's norm", TensorGroup::embedding) \
  entry(input_of_the_norm_before_attention, "input of the norm before attention", TensorGroup::norms) \
  entry(input_of_the_norm_after_attention, "input of the norm after attention", TensorGroup::norms) \
  entry(input_of_the_norm_before_the_mlp, "input of the norm before the MLP", TensorGroup::norms) \
  entry(input_of_the_norm_after_the_mlp, "input of the norm after the MLP", TensorGroup::norms) \
  entry(input_of_the_norm_before_the_experts, "input of the norm before the experts", TensorGroup::norms) \
  entry(input_of_the_norm_after_the_experts, "input of the norm after the experts", TensorGroup::norms) \
  entry(input_of_the_final_norm, "input of the final norm", TensorGroup::norms) \
  entry(inputs_of_the_norms_of_token_and_state, "inputs of the norms of token and state", TensorGroup::norms) \
  entry(fp32_values_in_the_norm, "fp32 values in the norm", TensorGroup::norms) \
  entry(normalised_values_in_the_norm, "normalised values in the norm", TensorGroup::norms) \
  entry(input_of_the_q_k_v_projection, "input of the q k v projection", TensorGroup::attention, true) \
  entry(input_of_the_down_projections, "input of the down projections", TensorGroup::attention) \
  entry(compressed_q, "compressed q", TensorGroup::attention) \
  entry(compressed_k_v, "compressed k v", TensorGroup::attention) \
  entry(input_of_the_q_up_projection, "input of the q up projection", TensorGroup::attention, true) \
  entry(input_of_the_k_v_up_projection, "input of the k v up projection", TensorGroup::attention, true) \
  entry(input_of_the_q_k_norm, "input of the q k norm", TensorGroup::attention) \
  entry(q, "q", TensorGroup::attention) \
  entry(k, "k", TensorGroup::attention) \
  entry(v, "v", TensorGroup::attention) \
  entry(softmax_statistics, "softmax statistics", TensorGroup::attention) \
  entry(softmax_output, "softmax output", TensorGroup::attention) \
  entry(softmax_output_in_fp32, "softmax output in fp32", TensorGroup::attention) \
  entry(attention_dropout_mask, "attention dropout mask", TensorGroup::attention) \
  entry(attention_dropout_output, "attention dropout output", TensorGroup::attention) \
  entry(attention_output, "attention output", TensorGroup::attention) \
  entry(quantised_attention_output, "quantised attention output", TensorGroup::attention) \
  entry(dropout_mask_after_attention, "dropout mask after attention", TensorGroup::attention) \
  entry(input_of_gate_and_up, "input of gate and up", TensorGroup::mlp, true) \
  entry(input_of_the_up_projection, "input of the up projection", TensorGroup::mlp, true) \
  entry(gate, "gate", TensorGroup::mlp) \
  entry(up, "up", TensorGroup::mlp) \
  entry(activated_gate, "activated gate", TensorGroup::mlp) \
  entry(input_of_the_activation, "input of the activation", TensorGroup::mlp) \
  entry(input_of_the_down_projection, "input of the down projection", TensorGroup::mlp) \
  entry(dropout_mask_after_the_mlp, "dropout mask after the MLP", TensorGroup::mlp) \
  entry(input_of_the_projection_of_token_and_state, "input of the projection of token and state", \
        TensorGroup::mlp, true) \
  entry(input_of_router_and_experts, "input of router and experts", TensorGroup::experts) \
  entry(rows_sent_to_the_experts, "rows sent to the experts", TensorGroup::experts) \
  entry(order_of_the_routed_rows, "order of the routed rows", TensorGroup::experts) \
  entry(routed_rows_probabilities, "routed rows' probabilities", TensorGroup::router) \
  entry(router_scores, "router scores", TensorGroup::router) \
  entry(routing_probabilities, "routing probabilities", TensorGroup::router) \
  entry(routing_map, "routing map", TensorGroup::router) \
  entry(experts_gate, "experts' gate", TensorGroup::experts) \
  entry(experts_up, "experts' up", TensorGroup::experts) \
  entry(experts_activated_gate, "experts' activated gate", TensorGroup::experts) \
  entry(input_of_the_experts_activation, "input of the experts' activation", TensorGroup::experts) \
  entry(experts_product_before_its_probability, "experts' product before its probability", TensorGroup::experts) \
  entry(input_of_the_experts_down_projection, "input of the experts' down projection", TensorGroup::experts) \
  entry(dropout_mask_after_the_experts, "dropout mask after the experts", TensorGroup::experts) \
  entry(quantised_input_of_the_shared_experts, "quantised input of the shared experts", \
        TensorGroup::shared_experts, true) \
  entry(shared_experts_gate, "shared experts' gate", TensorGroup::shared_experts) \
  entry(shared_experts_up, "shared experts' up", TensorGroup::shared_experts) \
  entry(shared_experts_activated_gate, "shared experts' activated gate", TensorGroup::shared_experts) \
  entry(input_of_the_shared_experts_activation, "input of the shared experts' activation", \
        TensorGroup::shared_experts) \
  entry(input_of_the_shared_experts_down_projection, "input of the shared experts' down projection", \
        TensorGroup::shared_experts) \
  entry(input_of_the_output_matrix, "input of the output matrix", TensorGroup::head, true) \
  entry(logits_in_fp32, "logits in fp32", TensorGroup::head)
SHARDSCOPE_TABLE(TensorName, TensorTraits, SHARDSCOPE_TENSOR)

struct ComponentTraits {
  std::string_view json;  // "shared_experts"
  TensorGroup group = TensorGroup::other;
};
#define SHARDSCOPE_COMPONENT(entry) \
  entry(embedding, "embedding", TensorGroup::embedding) \
  entry(attention, "attention", TensorGroup::attention) \
  entry(mlp, "mlp", TensorGroup::mlp) \
  entry(router, "router", TensorGroup::router) \
  entry(experts, "experts", TensorGroup::experts) \
  entry(shared_experts, "shared_experts", TensorGroup::shared_experts) \
  entry(norms, "norms", TensorGroup::norms) \
  entry(head, "head", TensorGroup::head)
SHARDSCOPE_TABLE(Component, ComponentTraits, SHARDSCOPE_COMPONENT)

enum class Sharding { tensor, expert, replicated };  // over tp; over ep and etp; on every rank of the stage

struct ParameterTraits {
  std::string_view words;  // "q k v projection"
  Component component = Component::mlp;
  Sharding sharding = Sharding::replicated;
  bool bias = false;
  bool splits_rows = false;  // tensor parallelism splits its input, and leaves each rank all of its output
};

/// The matrices and vectors of a model (parameters.h).
#define SHARDSCOPE_PARAMETER(entry) \
  entry(token_table, "token table", Component::embedding, Sharding::tensor, false, true) \
  entry(projection_to_the_hidden_size, "projection to the hidden size", \
        Component::embedding, Sharding::replicated, false, true) \
  entry(position_table, "position table", Component::embedding, Sharding::replicated, false, true) \
  entry(norm_of_the_embedding, "norm of the embedding", Component::norms) \
  entry(q_projection, "q projection", Component::attention, Sharding::tensor) \
  entry(k_v_projection, "k v projection", Component::attention, Sharding::tensor) \
  entry(q_bias, "q bias", Component::attention, Sharding::tensor, true) \
  entry(k_v_bias, "k v bias", Component::attention, Sharding::tensor, true) \
  entry(output_projection, "output projection", Component::attention, Sharding::tensor, false, true) \
  entry(output_bias, "output bias", Component::attention, Sharding::replicated, true) \
  entry(attention_sinks, "attention sinks", Component::attention, Sharding::tensor) \
  entry(q_k_norms, "q k norms", Component::norms) \
  entry(q_down_projection, "q down projection", Component::attention) \
  entry(q_down_bias, "q down bias", Component::attention, Sharding::replicated, true) \
  entry(compressed_q_norm, "compressed q norm", Component::norms) \
  entry(q_up_projection, "q up projection", Component::attention, Sharding::tensor) \
  entry(k_v_down_projection, "k v down projection", Component::attention) \
  entry(k_v_down_bias, "k v down bias", Component::attention, Sharding::replicated, true) \
  entry(compressed_k_v_norm, "compressed k v norm", Component::norms) \
  entry(k_v_up_projection, "k v up projection", Component::attention, Sharding::tensor) \
  entry(gate_and_up_projection, "gate and up projection", Component::mlp, Sharding::tensor) \
  entry(up_projection, "up projection", Component::mlp, Sharding::tensor) \
  entry(down_projection, "down projection", Component::mlp, Sharding::tensor, false, true) \
  entry(up_bias, "up bias", Component::mlp, Sharding::tensor, true) \
  entry(down_bias, "down bias", Component::mlp, Sharding::replicated, true) \
  entry(router, "router", Component::router) \
  entry(router_bias, "router bias", Component::router, Sharding::replicated, true) \
  entry(experts_gate_and_up, "experts' gate and up", Component::experts, Sharding::expert) \
  entry(experts_up, "experts' up", Component::experts, Sharding::expert) \
  entry(experts_down, "experts' down", Component::experts, Sharding::expert, false, true) \
  entry(experts_up_bias, "experts' up bias", Component::experts, Sharding::expert, true) \
  entry(experts_down_bias, "experts' down bias", Component::experts, Sharding::expert, true) \
  entry(shared_experts_gate_and_up, "shared experts' gate and up", Component::shared_experts, Sharding::tensor) \
  entry(shared_experts_up, "shared experts' up", Component::shared_experts, Sharding::tensor) \
  entry(shared_experts_down, "shared experts' down", Component::shared_experts, Sharding::tensor, false, true) \
  entry(shared_experts_gate, "shared experts' gate", Component::shared_experts) \
  entry(norm, "norm", Component::norms) \
  entry(norms, "norms", Component::norms) \
  entry(projection_of_token_and_state, "projection of token and state", Component::mlp, Sharding::tensor) \
  entry(norms_of_token_state_and_output, "norms of token, state and output", Component::norms) \
  entry(final_norm, "final norm", Component::norms) \
  entry(projection_to_the_tables_width, "projection to the table's width", Component::head) \
  entry(output_matrix, "output matrix", Component::head, Sharding::tensor) \
  entry(copy_of_the_token_table, "copy of the token table", Component::head, Sharding::tensor) \
  entry(output_matrixs_bias, "output matrix's bias", Component::head, Sharding::tensor, true)
SHARDSCOPE_TABLE(ParameterName, ParameterTraits, SHARDSCOPE_PARAMETER)
// clang-format on

[[nodiscard]] constexpr std::string_view name_of(OperationName operation) {
  return entry_of(operation).words;
}
[[nodiscard]] constexpr std::string_view name_of(TensorName tensor) {
  return entry_of(tensor).words;
}
[[nodiscard]] constexpr std::string_view name_of(ParameterName parameter) {
  return entry_of(parameter).words;
}
[[nodiscard]] constexpr std::string_view name_of(Component component) {
  return entry_of(component).json;
}

}  // namespace shardscope
