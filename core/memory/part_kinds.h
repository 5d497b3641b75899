// What a part of a GPU's memory is: a value, of which its words are made last. One list says everything that is decided
// by it.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/choice.h"

namespace shardscope {

/// Of what a part's tensors can be listed (core/inspect/memory/ledger.h).
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

/// How a part comes and goes. gathered: a unit's weights, whole for their use. lasting: a buffer over the whole step;
/// context: outside of the allocator besides. unused: the allocator holds it and nobody uses it.
enum class PartUse { ordinary, gathered, lasting, context, unused };

struct PartTraits {
  std::string_view name;  // as the report's JSON and every view call it: "CUDA context"
  PartUse use = PartUse::ordinary;
  std::string_view help;  // a sentence of explanation
};

// One row per line: clang-format would indent each behind the one before.
// clang-format off
/// Weights, gradients, optimizer states and master copy are there for each content from layers to head.
#define SHARDSCOPE_PART_KIND(entry) \
  entry(weights, "weights", PartUse::ordinary, \
        "Every parameter in the precision that trains, after tensor, expert and pipeline parallelism and ZeRO's " \
        "shard.") \
  entry(gradients, "gradients", PartUse::ordinary, \
        "The buffer in which a step's gradients add up, a value for each parameter.") \
  entry(optimizer_states, "optimizer states", PartUse::ordinary, \
        "What the optimizer remembers of each parameter: with Adam momentum and variance.") \
  entry(master_weights, "master copy", PartUse::ordinary, \
        "The weights in fp32, which the optimizer steps; those that train are rounded from them.") \
  entry(gathered_layer, "gathered layer in use", PartUse::gathered, \
        "With sharded weights the layer that computes is there whole.") \
  entry(gathered_head, "gathered head in use", PartUse::gathered, \
        "With sharded weights final norm and output matrix are there whole at the loss.") \
  entry(quantised_copies, "quantised copies of layers", PartUse::ordinary, \
        "Matrices in 8 or 4 bits as products read them, kept over the step.") \
  entry(quantised_layer, "quantised copy of the layer in use", PartUse::ordinary, \
        "The layer's matrices in 8 or 4 bits, made anew for each use.") \
  entry(amax_history, "scales and amax history", PartUse::ordinary, \
        "Delayed scaling remembers the largest values that each tensor had.") \
  entry(shard_padding, "padding of shards", PartUse::ordinary, \
        "Every GPU's shard is as large as the largest; what doesn't divide is padded.") \
  entry(gradients_till_scattered, "gradients until they are scattered", PartUse::ordinary, \
        "Under ZeRO-2 beside a pipeline passes that follow each other add their gradients up whole; a shard stays.") \
  entry(gradients_in_16_bits, "16-bit gradients", PartUse::ordinary, \
        "As each pass leaves them, before they are added to the fp32 ones.") \
  entry(dense_layers, "dense layers", PartUse::ordinary, \
        "What dense layers save for their backward pass, of all micro-batches in flight.") \
  entry(moe_layers, "MoE layers", PartUse::ordinary, \
        "What MoE layers save for their backward pass, of all micro-batches in flight.") \
  entry(inputs_of_layers, "inputs of recomputed layers", PartUse::ordinary, \
        "All that a fully recomputed layer keeps: its input.") \
  entry(mtp_layers, "MTP layers", PartUse::ordinary, \
        "What layers of multi-token prediction save for their backward pass, their logits included.") \
  entry(inputs_of_mtp_layers, "inputs and logits of recomputed MTP layers", PartUse::ordinary, \
        "What a recomputed layer of multi-token prediction keeps.") \
  entry(embedding_tensors, "embedding", PartUse::ordinary, "What the embedding saves for its backward pass.") \
  entry(head_tensors, "final norm and logits", PartUse::ordinary, \
        "What final norm, output matrix and loss save for their backward pass.") \
  entry(layers_to_host, "layers on their way to the host", PartUse::ordinary, \
        "Of offloaded activations one layer is in use and one on its way.") \
  entry(recomputed_layer, "layer being recomputed", PartUse::ordinary, \
        "While a layer's backward pass runs, its tensors are there again.") \
  entry(recomputed_waiting, "recomputed, waiting for the weight gradient", PartUse::ordinary, \
        "Where the backward pass is split, what was recomputed stays until its second half.") \
  entry(stage_outputs, "stage outputs", PartUse::ordinary, "What a stage sent on and holds until its backward pass.") \
  entry(gradients_within_layer, "gradients within a layer", PartUse::ordinary, \
        "The widest gradients that a layer's backward pass has at once.") \
  entry(exchanged_keys_and_values, "exchanged keys and values", PartUse::ordinary, \
        "Ring attention's buffers: one arrives while the other is used.") \
  entry(gathered_sequence, "gathered sequence", PartUse::ordinary, \
        "Under sequence parallelism a product's input is gathered for its use.") \
  entry(expert_exchange, "expert dispatch and combine", PartUse::ordinary, \
        "Rows on their way to the experts and back.") \
  entry(pipeline_transfers, "pipeline transfers", PartUse::ordinary, \
        "Activations and gradients on their way between stages.") \
  entry(gradients_being_scattered, "gradients being scattered", PartUse::ordinary, \
        "Under ZeRO-2 and 3 a unit's gradients are there whole until they are scattered.") \
  entry(layers_gathered_ahead, "layers gathered ahead", PartUse::ordinary, \
        "Under ZeRO-3 the next layers' weights arrive while this one computes.") \
  entry(logits_workspace, "logits workspace", PartUse::ordinary, "What the loss needs beside the fp32 logits.") \
  entry(gathered_input_of_output_matrix, "gathered input of the output matrix", PartUse::ordinary, \
        "The output matrix's input, kept as gathered.") \
  entry(gradient_buckets, "gradient buckets", PartUse::lasting, \
        "The buffers in which gradients travel, where they aren't slices of the gradients.") \
  entry(library_workspace, "library workspace", PartUse::lasting, "What libraries of kernels, such as cuBLAS, ask for.") \
  entry(cuda_context, "CUDA context", PartUse::context, "Driver and kernels, outside of the allocator.") \
  entry(device_runtime, "device runtime", PartUse::context, \
        "Driver and compiled programs, outside of the allocator.") \
  entry(communicators, "NCCL communicators", PartUse::context, \
        "A communicator's buffers for every group that the GPU is in.") \
  entry(collective_buffers, "collective buffers", PartUse::context, \
        "Buffers for every group that the GPU is in.") \
  entry(gradients_of_optimizer_step, "fp32 gradients of the optimizer's step", PartUse::ordinary, \
        "16-bit gradients copied to fp32 for the step, beyond what has gone by then.") \
  entry(embedding_at_end, "embedding and its gradient at the end", PartUse::ordinary, \
        "The embedding's gradient comes last, whole, when the layers' activations are gone.") \
  entry(freed_blocks, "blocks freed before the peak", PartUse::unused, \
        "What the allocator keeps of what nobody uses any more.") \
  entry(freed_gradient_copies, "freed gradient copies of the last step", PartUse::unused, \
        "Blocks of the last step's copies of the gradients.") \
  entry(freed_weights, "freed weights, now flat", PartUse::unused, \
        "Blocks of the weights from before they were flattened.") \
  entry(fragmentation, "fragmentation", PartUse::unused, \
        "Memory that the allocator holds in pieces which nobody can use.")
SHARDSCOPE_TABLE(PartKind, PartTraits, SHARDSCOPE_PART_KIND)
// clang-format on

[[nodiscard]] constexpr PartUse use_of(PartKind kind) {
  return entry_of(kind).use;
}
[[nodiscard]] constexpr bool is_lasting(PartKind kind) {
  return use_of(kind) == PartUse::lasting || use_of(kind) == PartUse::context;
}

/// The kind's name, of parts of parameters with what they are of: "gradients of layers".
[[nodiscard]] std::string_view name_of(PartKind kind, PartContent content);

}  // namespace shardscope
