// What a part of a GPU's memory is: a value, of which its words are made last. One table (part_kinds.cpp) says
// everything that is decided by it.
#pragma once

#include <cstdint>
#include <string_view>

namespace shardscope {

/// Of what a part's tensors can be listed (core/inspect/ledger.h).
enum class PartContent {
  formula,  // no tensors: the derivation says it all
  // parameters, their gradients or their optimizer state
  layers,
  experts,
  mtp_layers,
  mtp_experts,
  embedding,
  head,
  all_layers,  // layers and experts, MTP included
  // what blocks save for backward
  dense_tensors,
  moe_tensors,
  mtp_tensors,
  embedding_tensors,
  head_tensors,
  recomputed_tensors  // of the layer that is being recomputed
};
/// Whether it is the model's own parameters, as a checkpoint has them: no copy, nothing saved for backward.
[[nodiscard]] constexpr bool is_of_parameters(PartContent content) {
  return content >= PartContent::layers && content <= PartContent::head;
}

/// The first four are there for each content from layers to head.
enum class PartKind : std::uint8_t {
  weights,
  gradients,
  optimizer_states,
  master_weights,
  gathered_layer,
  gathered_head,
  quantised_copies,
  quantised_layer,
  amax_history,
  shard_padding,
  gradients_in_16_bits,
  dense_layers,
  moe_layers,
  inputs_of_layers,
  mtp_layers,
  inputs_of_mtp_layers,
  embedding_tensors,
  head_tensors,
  layers_to_host,
  recomputed_layer,
  recomputed_waiting,
  stage_outputs,
  gradients_within_layer,
  exchanged_keys_and_values,
  gathered_sequence,
  expert_exchange,
  pipeline_transfers,
  gradients_being_scattered,
  layers_gathered_ahead,
  logits_workspace,
  gathered_input_of_output_matrix,
  gradient_buckets,
  library_workspace,
  cuda_context,
  communicators,
  gradients_of_optimizer_step,
  embedding_at_end,
  freed_blocks,
  freed_gradient_copies,
  freed_weights,
  fragmentation
};

/// How a part comes and goes. gathered: a unit's weights, whole for their use. lasting: a buffer over the whole step;
/// context: outside of PyTorch's allocator besides. unused: the allocator holds it and nobody uses it.
enum class PartUse { ordinary, gathered, lasting, context, unused };
[[nodiscard]] PartUse use_of(PartKind kind);
[[nodiscard]] inline bool is_lasting(PartKind kind) {
  return use_of(kind) == PartUse::lasting || use_of(kind) == PartUse::context;
}

/// As the report's JSON and every view call it: "gradients of layers", "CUDA context".
[[nodiscard]] std::string_view name_of(PartKind kind, PartContent content);
/// A sentence of explanation.
[[nodiscard]] std::string_view help_of(PartKind kind);

}  // namespace shardscope
