#include "core/transformer/names.h"

#include <array>
#include <cstddef>

namespace shardscope {

namespace {

struct OperationEntry {
  OperationName name;
  std::string_view words;
  Elementwise elementwise = Elementwise::none;
};

struct TensorEntry {
  TensorName name;
  std::string_view words;
  TensorGroup group = TensorGroup::other;
  bool gathered = false;
};

struct ParameterEntry {
  ParameterName name;
  ParameterTraits traits;
};

constexpr OperationEntry operation_entries[] = {
    {OperationName::q_k_v_projection, "q k v projection", Elementwise::none},
    {OperationName::q_down_projection, "q down projection", Elementwise::none},
    {OperationName::k_v_down_projection, "k v down projection", Elementwise::none},
    {OperationName::q_up_projection, "q up projection", Elementwise::none},
    {OperationName::k_v_up_projection, "k v up projection", Elementwise::none},
    {OperationName::output_projection, "output projection", Elementwise::none},
    {OperationName::gate_and_up_projection, "gate and up projection", Elementwise::none},
    {OperationName::up_projection, "up projection", Elementwise::none},
    {OperationName::down_projection, "down projection", Elementwise::none},
    {OperationName::experts_gate_and_up, "experts' gate and up", Elementwise::none},
    {OperationName::experts_up, "experts' up", Elementwise::none},
    {OperationName::experts_down, "experts' down", Elementwise::none},
    {OperationName::shared_experts_gate_and_up, "shared experts' gate and up", Elementwise::none},
    {OperationName::shared_experts_up, "shared experts' up", Elementwise::none},
    {OperationName::shared_experts_down, "shared experts' down", Elementwise::none},
    {OperationName::router, "router", Elementwise::none},
    {OperationName::logits, "logits", Elementwise::none},
    {OperationName::projection_of_token_and_state, "projection of token and state", Elementwise::none},
    {OperationName::attention, "attention", Elementwise::none},
    {OperationName::norm_before_attention, "norm before attention", Elementwise::norm},
    {OperationName::norm_after_attention, "norm after attention", Elementwise::norm},
    {OperationName::norm_before_the_mlp, "norm before the MLP", Elementwise::norm},
    {OperationName::norm_after_the_mlp, "norm after the MLP", Elementwise::norm},
    {OperationName::norm_before_the_experts, "norm before the experts", Elementwise::norm},
    {OperationName::norm_after_the_experts, "norm after the experts", Elementwise::norm},
    {OperationName::compressed_q_norm, "compressed q norm", Elementwise::norm},
    {OperationName::compressed_k_v_norm, "compressed k v norm", Elementwise::norm},
    {OperationName::norms_of_token_and_state, "norms of token and state", Elementwise::norm},
    {OperationName::norm_of_the_embedding, "norm of the embedding", Elementwise::norm},
    {OperationName::final_norm, "final norm", Elementwise::norm},
    {OperationName::q_k_norm, "q k norm", Elementwise::head_norm},
    {OperationName::rotary_embedding, "rotary embedding", Elementwise::rotary},
    {OperationName::activation, "activation", Elementwise::activation},
    {OperationName::experts_activation, "experts' activation", Elementwise::activation},
    {OperationName::shared_experts_activation, "shared experts' activation", Elementwise::activation},
    {OperationName::experts_clamp, "experts' clamp", Elementwise::clamp},
    {OperationName::product_with_probabilities, "product with probabilities", Elementwise::weighting},
    {OperationName::permute_and_combine, "permute and combine", Elementwise::combining},
    {OperationName::routing, "routing", Elementwise::softmax},
    {OperationName::cross_entropy, "cross entropy", Elementwise::cross_entropy},
    {OperationName::gather_of_token_rows, "gather of token rows", Elementwise::accumulation},
    {OperationName::residual_after_attention, "residual after attention", Elementwise::residual},
    {OperationName::residual_after_the_mlp, "residual after the MLP", Elementwise::residual},
    {OperationName::residual_after_the_experts, "residual after the experts", Elementwise::residual},
};

constexpr TensorEntry tensor_entries[] = {
    {TensorName::token_ids, "token ids", TensorGroup::embedding},
    {TensorName::dropout_mask_of_the_embedding, "dropout mask of the embedding", TensorGroup::embedding},
    {TensorName::input_of_the_embeddings_norm, "input of the embedding's norm", TensorGroup::embedding},
    {TensorName::input_of_the_norm_before_attention, "input of the norm before attention", TensorGroup::norms},
    {TensorName::input_of_the_norm_after_attention, "input of the norm after attention", TensorGroup::norms},
    {TensorName::input_of_the_norm_before_the_mlp, "input of the norm before the MLP", TensorGroup::norms},
    {TensorName::input_of_the_norm_after_the_mlp, "input of the norm after the MLP", TensorGroup::norms},
    {TensorName::input_of_the_norm_before_the_experts, "input of the norm before the experts", TensorGroup::norms},
    {TensorName::input_of_the_norm_after_the_experts, "input of the norm after the experts", TensorGroup::norms},
    {TensorName::input_of_the_final_norm, "input of the final norm", TensorGroup::norms},
    {TensorName::inputs_of_the_norms_of_token_and_state, "inputs of the norms of token and state", TensorGroup::norms},
    {TensorName::fp32_values_in_the_norm, "fp32 values in the norm", TensorGroup::norms},
    {TensorName::normalised_values_in_the_norm, "normalised values in the norm", TensorGroup::norms},
    {TensorName::input_of_the_q_k_v_projection, "input of the q k v projection", TensorGroup::attention, true},
    {TensorName::input_of_the_down_projections, "input of the down projections", TensorGroup::attention},
    {TensorName::compressed_q, "compressed q", TensorGroup::attention},
    {TensorName::compressed_k_v, "compressed k v", TensorGroup::attention},
    {TensorName::input_of_the_q_up_projection, "input of the q up projection", TensorGroup::attention, true},
    {TensorName::input_of_the_k_v_up_projection, "input of the k v up projection", TensorGroup::attention, true},
    {TensorName::input_of_the_q_k_norm, "input of the q k norm", TensorGroup::attention},
    {TensorName::q, "q", TensorGroup::attention},
    {TensorName::k, "k", TensorGroup::attention},
    {TensorName::v, "v", TensorGroup::attention},
    {TensorName::softmax_statistics, "softmax statistics", TensorGroup::attention},
    {TensorName::softmax_output, "softmax output", TensorGroup::attention},
    {TensorName::softmax_output_in_fp32, "softmax output in fp32", TensorGroup::attention},
    {TensorName::attention_dropout_mask, "attention dropout mask", TensorGroup::attention},
    {TensorName::attention_dropout_output, "attention dropout output", TensorGroup::attention},
    {TensorName::attention_output, "attention output", TensorGroup::attention},
    {TensorName::quantised_attention_output, "quantised attention output", TensorGroup::attention},
    {TensorName::dropout_mask_after_attention, "dropout mask after attention", TensorGroup::attention},
    {TensorName::input_of_gate_and_up, "input of gate and up", TensorGroup::mlp, true},
    {TensorName::input_of_the_up_projection, "input of the up projection", TensorGroup::mlp, true},
    {TensorName::gate, "gate", TensorGroup::mlp},
    {TensorName::up, "up", TensorGroup::mlp},
    {TensorName::activated_gate, "activated gate", TensorGroup::mlp},
    {TensorName::input_of_the_activation, "input of the activation", TensorGroup::mlp},
    {TensorName::input_of_the_down_projection, "input of the down projection", TensorGroup::mlp},
    {TensorName::dropout_mask_after_the_mlp, "dropout mask after the MLP", TensorGroup::mlp},
    {TensorName::input_of_the_projection_of_token_and_state, "input of the projection of token and state",
     TensorGroup::mlp, true},
    {TensorName::input_of_router_and_experts, "input of router and experts", TensorGroup::experts},
    {TensorName::rows_sent_to_the_experts, "rows sent to the experts", TensorGroup::experts},
    {TensorName::order_of_the_routed_rows, "order of the routed rows", TensorGroup::experts},
    {TensorName::routed_rows_probabilities, "routed rows' probabilities", TensorGroup::router},
    {TensorName::router_scores, "router scores", TensorGroup::router},
    {TensorName::routing_probabilities, "routing probabilities", TensorGroup::router},
    {TensorName::routing_map, "routing map", TensorGroup::router},
    {TensorName::experts_gate, "experts' gate", TensorGroup::experts},
    {TensorName::experts_up, "experts' up", TensorGroup::experts},
    {TensorName::experts_activated_gate, "experts' activated gate", TensorGroup::experts},
    {TensorName::input_of_the_experts_activation, "input of the experts' activation", TensorGroup::experts},
    {TensorName::experts_product_before_its_probability, "experts' product before its probability",
     TensorGroup::experts},
    {TensorName::input_of_the_experts_down_projection, "input of the experts' down projection", TensorGroup::experts},
    {TensorName::dropout_mask_after_the_experts, "dropout mask after the experts", TensorGroup::experts},
    {TensorName::quantised_input_of_the_shared_experts, "quantised input of the shared experts",
     TensorGroup::shared_experts, true},
    {TensorName::shared_experts_gate, "shared experts' gate", TensorGroup::shared_experts},
    {TensorName::shared_experts_up, "shared experts' up", TensorGroup::shared_experts},
    {TensorName::shared_experts_activated_gate, "shared experts' activated gate", TensorGroup::shared_experts},
    {TensorName::input_of_the_shared_experts_activation, "input of the shared experts' activation",
     TensorGroup::shared_experts},
    {TensorName::input_of_the_shared_experts_down_projection, "input of the shared experts' down projection",
     TensorGroup::shared_experts},
    {TensorName::input_of_the_output_matrix, "input of the output matrix", TensorGroup::head, true},
    {TensorName::logits_in_fp32, "logits in fp32", TensorGroup::head},
};

constexpr ParameterEntry parameter_entries[] = {
    {ParameterName::token_table, {"token table", Component::embedding, Sharding::tensor, false, true}},
    {ParameterName::projection_to_the_hidden_size,
     {"projection to the hidden size", Component::embedding, Sharding::replicated, false, true}},
    {ParameterName::position_table, {"position table", Component::embedding, Sharding::replicated, false, true}},
    {ParameterName::norm_of_the_embedding, {"norm of the embedding", Component::norms, Sharding::replicated}},
    {ParameterName::q_projection, {"q projection", Component::attention, Sharding::tensor}},
    {ParameterName::k_v_projection, {"k v projection", Component::attention, Sharding::tensor}},
    {ParameterName::q_bias, {"q bias", Component::attention, Sharding::tensor, true}},
    {ParameterName::k_v_bias, {"k v bias", Component::attention, Sharding::tensor, true}},
    {ParameterName::output_projection, {"output projection", Component::attention, Sharding::tensor, false, true}},
    {ParameterName::output_bias, {"output bias", Component::attention, Sharding::replicated, true}},
    {ParameterName::attention_sinks, {"attention sinks", Component::attention, Sharding::tensor}},
    {ParameterName::q_k_norms, {"q k norms", Component::norms, Sharding::replicated}},
    {ParameterName::q_down_projection, {"q down projection", Component::attention, Sharding::replicated}},
    {ParameterName::q_down_bias, {"q down bias", Component::attention, Sharding::replicated, true}},
    {ParameterName::compressed_q_norm, {"compressed q norm", Component::norms, Sharding::replicated}},
    {ParameterName::q_up_projection, {"q up projection", Component::attention, Sharding::tensor}},
    {ParameterName::k_v_down_projection, {"k v down projection", Component::attention, Sharding::replicated}},
    {ParameterName::k_v_down_bias, {"k v down bias", Component::attention, Sharding::replicated, true}},
    {ParameterName::compressed_k_v_norm, {"compressed k v norm", Component::norms, Sharding::replicated}},
    {ParameterName::k_v_up_projection, {"k v up projection", Component::attention, Sharding::tensor}},
    {ParameterName::gate_and_up_projection, {"gate and up projection", Component::mlp, Sharding::tensor}},
    {ParameterName::up_projection, {"up projection", Component::mlp, Sharding::tensor}},
    {ParameterName::down_projection, {"down projection", Component::mlp, Sharding::tensor, false, true}},
    {ParameterName::up_bias, {"up bias", Component::mlp, Sharding::tensor, true}},
    {ParameterName::down_bias, {"down bias", Component::mlp, Sharding::replicated, true}},
    {ParameterName::router, {"router", Component::router, Sharding::replicated}},
    {ParameterName::router_bias, {"router bias", Component::router, Sharding::replicated, true}},
    {ParameterName::experts_gate_and_up, {"experts' gate and up", Component::experts, Sharding::expert}},
    {ParameterName::experts_up, {"experts' up", Component::experts, Sharding::expert}},
    {ParameterName::experts_down, {"experts' down", Component::experts, Sharding::expert, false, true}},
    {ParameterName::experts_up_bias, {"experts' up bias", Component::experts, Sharding::expert, true}},
    {ParameterName::experts_down_bias, {"experts' down bias", Component::experts, Sharding::expert, true}},
    {ParameterName::shared_experts_gate_and_up,
     {"shared experts' gate and up", Component::shared_experts, Sharding::tensor}},
    {ParameterName::shared_experts_up, {"shared experts' up", Component::shared_experts, Sharding::tensor}},
    {ParameterName::shared_experts_down,
     {"shared experts' down", Component::shared_experts, Sharding::tensor, false, true}},
    {ParameterName::shared_experts_gate, {"shared experts' gate", Component::shared_experts, Sharding::replicated}},
    {ParameterName::norm, {"norm", Component::norms, Sharding::replicated}},
    {ParameterName::norms, {"norms", Component::norms, Sharding::replicated}},
    {ParameterName::projection_of_token_and_state, {"projection of token and state", Component::mlp, Sharding::tensor}},
    {ParameterName::norms_of_token_state_and_output,
     {"norms of token, state and output", Component::norms, Sharding::replicated}},
    {ParameterName::final_norm, {"final norm", Component::norms, Sharding::replicated}},
    {ParameterName::projection_to_the_tables_width,
     {"projection to the table's width", Component::head, Sharding::replicated}},
    {ParameterName::output_matrix, {"output matrix", Component::head, Sharding::tensor}},
    {ParameterName::copy_of_the_token_table, {"copy of the token table", Component::head, Sharding::tensor}},
    {ParameterName::output_matrixs_bias, {"output matrix's bias", Component::head, Sharding::tensor, true}},
};

/// Whether each entry stands at its value's place, so that a value finds its entry.
template <class Entry, std::size_t count>
constexpr bool in_order(const Entry (&entries)[count]) {
  for (std::size_t i = 0; i < count; ++i)
    if (static_cast<std::size_t>(entries[i].name) != i) return false;
  return true;
}
static_assert(in_order(operation_entries) &&
              std::size(operation_entries) == static_cast<std::size_t>(OperationName::residual_after_the_experts) + 1);
static_assert(in_order(tensor_entries) &&
              std::size(tensor_entries) == static_cast<std::size_t>(TensorName::logits_in_fp32) + 1);
static_assert(in_order(parameter_entries) &&
              std::size(parameter_entries) == static_cast<std::size_t>(ParameterName::output_matrixs_bias) + 1);

}  // namespace

std::string_view name_of(OperationName operation) {
  return operation_entries[static_cast<std::size_t>(operation)].words;
}

Elementwise elementwise_of(OperationName operation) {
  return operation_entries[static_cast<std::size_t>(operation)].elementwise;
}

std::string_view name_of(TensorGroup group) {
  constexpr std::array<std::string_view, tensor_groups> names = {
      "Embedding", "Norms", "Attention", "MLP", "Router", "Experts", "Shared experts", "Head and loss", "Other"};
  return names[static_cast<std::size_t>(group)];
}

std::string_view name_of(TensorName tensor) {
  return tensor_entries[static_cast<std::size_t>(tensor)].words;
}

TensorGroup group_of(TensorName tensor) {
  return tensor_entries[static_cast<std::size_t>(tensor)].group;
}

bool is_gathered_for_product(TensorName tensor) {
  return tensor_entries[static_cast<std::size_t>(tensor)].gathered;
}

const ParameterTraits& traits_of(ParameterName parameter) {
  return parameter_entries[static_cast<std::size_t>(parameter)].traits;
}

std::string_view name_of(ParameterName parameter) {
  return traits_of(parameter).words;
}

TensorGroup group_of(Component component) {
  switch (component) {
    case Component::embedding:
      return TensorGroup::embedding;
    case Component::attention:
      return TensorGroup::attention;
    case Component::mlp:
      return TensorGroup::mlp;
    case Component::router:
      return TensorGroup::router;
    case Component::experts:
      return TensorGroup::experts;
    case Component::shared_experts:
      return TensorGroup::shared_experts;
    case Component::norms:
      return TensorGroup::norms;
    case Component::head:
      return TensorGroup::head;
  }
  return TensorGroup::other;
}

}  // namespace shardscope
