// What operations, the tensors that they save and parameters are called: values, of which the words are made last. One
// table each (names.cpp) says everything that is decided by which one it is.
#pragma once

#include <cstdint>
#include <string_view>

namespace shardscope {

/// The operations of a block (operations.h).
enum class OperationName : std::uint8_t {
  q_k_v_projection,
  q_down_projection,
  k_v_down_projection,
  q_up_projection,
  k_v_up_projection,
  output_projection,
  gate_and_up_projection,
  up_projection,
  down_projection,
  experts_gate_and_up,
  experts_up,
  experts_down,
  shared_experts_gate_and_up,
  shared_experts_up,
  shared_experts_down,
  router,
  logits,
  projection_of_token_and_state,
  attention,
  norm_before_attention,
  norm_after_attention,
  norm_before_the_mlp,
  norm_after_the_mlp,
  norm_before_the_experts,
  norm_after_the_experts,
  compressed_q_norm,
  compressed_k_v_norm,
  norms_of_token_and_state,
  norm_of_the_embedding,
  final_norm,
  q_k_norm,
  rotary_embedding,
  activation,
  experts_activation,
  shared_experts_activation,
  experts_clamp,
  product_with_probabilities,
  permute_and_combine,
  routing,
  cross_entropy,
  gather_of_token_rows,
  residual_after_attention,
  residual_after_the_mlp,
  residual_after_the_experts
};
/// "q k v projection"
[[nodiscard]] std::string_view name_of(OperationName operation);

/// What an operation that memory bounds computes with each value (core/step/elementwise_flops.h).
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
[[nodiscard]] Elementwise elementwise_of(OperationName operation);

/// What a saved tensor or a matrix belongs to, for people who look for it.
enum class TensorGroup { embedding, norms, attention, mlp, router, experts, shared_experts, head, other };
inline constexpr int tensor_groups = 9;
/// "Shared experts"
[[nodiscard]] std::string_view name_of(TensorGroup group);

/// The tensors that a block saves for its backward pass (operations.h).
enum class TensorName : std::uint8_t {
  token_ids,
  dropout_mask_of_the_embedding,
  input_of_the_embeddings_norm,
  input_of_the_norm_before_attention,
  input_of_the_norm_after_attention,
  input_of_the_norm_before_the_mlp,
  input_of_the_norm_after_the_mlp,
  input_of_the_norm_before_the_experts,
  input_of_the_norm_after_the_experts,
  input_of_the_final_norm,
  inputs_of_the_norms_of_token_and_state,
  fp32_values_in_the_norm,
  normalised_values_in_the_norm,
  input_of_the_q_k_v_projection,
  input_of_the_down_projections,
  compressed_q,
  compressed_k_v,
  input_of_the_q_up_projection,
  input_of_the_k_v_up_projection,
  input_of_the_q_k_norm,
  q,
  k,
  v,
  softmax_statistics,
  softmax_output,
  softmax_output_in_fp32,
  attention_dropout_mask,
  attention_dropout_output,
  attention_output,
  quantised_attention_output,
  dropout_mask_after_attention,
  input_of_gate_and_up,
  input_of_the_up_projection,
  gate,
  up,
  activated_gate,
  input_of_the_activation,
  input_of_the_down_projection,
  dropout_mask_after_the_mlp,
  input_of_the_projection_of_token_and_state,
  input_of_router_and_experts,
  rows_sent_to_the_experts,
  order_of_the_routed_rows,
  routed_rows_probabilities,
  router_scores,
  routing_probabilities,
  routing_map,
  experts_gate,
  experts_up,
  experts_activated_gate,
  input_of_the_experts_activation,
  experts_product_before_its_probability,
  input_of_the_experts_down_projection,
  dropout_mask_after_the_experts,
  quantised_input_of_the_shared_experts,
  shared_experts_gate,
  shared_experts_up,
  shared_experts_activated_gate,
  input_of_the_shared_experts_activation,
  input_of_the_shared_experts_down_projection,
  input_of_the_output_matrix,
  logits_in_fp32
};
/// "input of the q k v projection"
[[nodiscard]] std::string_view name_of(TensorName tensor);
[[nodiscard]] TensorGroup group_of(TensorName tensor);
/// Whether a product over tp reads it, of which a rank keeps its slice under sequence parallelism. The down projections
/// of latent attention and the router work on slices alone.
[[nodiscard]] bool is_gathered_for_product(TensorName tensor);

enum class Component { embedding, attention, mlp, router, experts, shared_experts, norms, head };
enum class Sharding { tensor, expert, replicated };  // over tp; over ep and etp; on every rank of the stage

/// The matrices and vectors of a model (parameters.h).
enum class ParameterName : std::uint8_t {
  token_table,
  projection_to_the_hidden_size,
  position_table,
  norm_of_the_embedding,
  q_projection,
  k_v_projection,
  q_bias,
  k_v_bias,
  output_projection,
  output_bias,
  attention_sinks,
  q_k_norms,
  q_down_projection,
  q_down_bias,
  compressed_q_norm,
  q_up_projection,
  k_v_down_projection,
  k_v_down_bias,
  compressed_k_v_norm,
  k_v_up_projection,
  gate_and_up_projection,
  up_projection,
  down_projection,
  up_bias,
  down_bias,
  router,
  router_bias,
  experts_gate_and_up,
  experts_up,
  experts_down,
  experts_up_bias,
  experts_down_bias,
  shared_experts_gate_and_up,
  shared_experts_up,
  shared_experts_down,
  shared_experts_gate,
  norm,
  norms,
  projection_of_token_and_state,
  norms_of_token_state_and_output,
  final_norm,
  projection_to_the_tables_width,
  output_matrix,
  copy_of_the_token_table,
  output_matrixs_bias
};
struct ParameterTraits {
  std::string_view words;  // "q k v projection"
  Component component = Component::mlp;
  Sharding sharding = Sharding::replicated;
  bool bias = false;
  bool splits_rows = false;  // tensor parallelism splits its input, and leaves each rank all of its output
};
[[nodiscard]] const ParameterTraits& traits_of(ParameterName parameter);
[[nodiscard]] std::string_view name_of(ParameterName parameter);
[[nodiscard]] TensorGroup group_of(Component component);

}  // namespace shardscope
