#include "core/memory/part_kinds.h"

#include <array>
#include <cstddef>

namespace shardscope {

namespace {

struct PartEntry {
  PartKind kind;
  std::string_view name;
  PartUse use;
  std::string_view help;
};

constexpr PartEntry part_entries[] = {
    {PartKind::weights, "weights", PartUse::ordinary,
     "Every parameter in the precision that trains, after tensor, expert and pipeline parallelism and ZeRO's shard."},
    {PartKind::gradients, "gradients", PartUse::ordinary,
     "The buffer in which a step's gradients add up, a value for each parameter."},
    {PartKind::optimizer_states, "optimizer states", PartUse::ordinary,
     "What the optimizer remembers of each parameter: with Adam two moments."},
    {PartKind::master_weights, "master copy", PartUse::ordinary,
     "The weights in fp32, which the optimizer steps; those that train are rounded from them."},
    {PartKind::gathered_layer, "gathered layer in use", PartUse::gathered,
     "With sharded weights the layer that computes is there whole."},
    {PartKind::gathered_head, "gathered head in use", PartUse::gathered,
     "With sharded weights final norm and output matrix are there whole at the loss."},
    {PartKind::quantised_copies, "quantised copies of layers", PartUse::ordinary,
     "Matrices in 8 or 4 bits as products read them, kept over the step."},
    {PartKind::quantised_layer, "quantised copy of the layer in use", PartUse::ordinary,
     "The layer's matrices in 8 or 4 bits, made anew for each use."},
    {PartKind::amax_history, "scales and amax history", PartUse::ordinary,
     "Delayed scaling remembers the largest values that each tensor had."},
    {PartKind::shard_padding, "padding of shards", PartUse::ordinary,
     "Every GPU's shard is as large as the largest; what doesn't divide is padded."},
    {PartKind::gradients_in_16_bits, "16-bit gradients", PartUse::ordinary,
     "As each pass leaves them, before they are added to the fp32 ones."},
    {PartKind::dense_layers, "dense layers", PartUse::ordinary,
     "What dense layers save for their backward pass, of all micro-batches in flight."},
    {PartKind::moe_layers, "MoE layers", PartUse::ordinary,
     "What MoE layers save for their backward pass, of all micro-batches in flight."},
    {PartKind::inputs_of_layers, "inputs of recomputed layers", PartUse::ordinary,
     "All that a fully recomputed layer keeps: its input."},
    {PartKind::mtp_layers, "MTP layers", PartUse::ordinary,
     "What layers of multi-token prediction save for their backward pass, their logits included."},
    {PartKind::inputs_of_mtp_layers, "inputs and logits of recomputed MTP layers", PartUse::ordinary,
     "What a recomputed layer of multi-token prediction keeps."},
    {PartKind::embedding_tensors, "embedding", PartUse::ordinary, "What the embedding saves for its backward pass."},
    {PartKind::head_tensors, "final norm and logits", PartUse::ordinary,
     "What final norm, output matrix and loss save for their backward pass."},
    {PartKind::layers_to_host, "layers on their way to the host", PartUse::ordinary,
     "Of offloaded activations one layer is in use and one on its way."},
    {PartKind::recomputed_layer, "layer being recomputed", PartUse::ordinary,
     "While a layer's backward pass runs, its tensors are there again."},
    {PartKind::recomputed_waiting, "recomputed, waiting for the weight gradient", PartUse::ordinary,
     "Where the backward pass is split, what was recomputed stays until its second half."},
    {PartKind::stage_outputs, "stage outputs", PartUse::ordinary,
     "What a stage sent on and holds until its backward pass."},
    {PartKind::gradients_within_layer, "gradients within a layer", PartUse::ordinary,
     "The widest gradients that a layer's backward pass has at once."},
    {PartKind::exchanged_keys_and_values, "exchanged keys and values", PartUse::ordinary,
     "Ring attention's buffers: one arrives while the other is used."},
    {PartKind::gathered_sequence, "gathered sequence", PartUse::ordinary,
     "Under sequence parallelism a product's input is gathered for its use."},
    {PartKind::expert_exchange, "expert dispatch and combine", PartUse::ordinary,
     "Rows on their way to the experts and back."},
    {PartKind::pipeline_transfers, "pipeline transfers", PartUse::ordinary,
     "Activations and gradients on their way between stages."},
    {PartKind::gradients_being_scattered, "gradients being scattered", PartUse::ordinary,
     "Under ZeRO-2 and 3 a unit's gradients are there whole until they are scattered."},
    {PartKind::layers_gathered_ahead, "layers gathered ahead", PartUse::ordinary,
     "Under ZeRO-3 the next layers' weights arrive while this one computes."},
    {PartKind::logits_workspace, "logits workspace", PartUse::ordinary, "What the loss needs beside the fp32 logits."},
    {PartKind::gathered_input_of_output_matrix, "gathered input of the output matrix", PartUse::ordinary,
     "The output matrix's input, kept as gathered."},
    {PartKind::gradient_buckets, "gradient buckets", PartUse::lasting,
     "The buffers in which gradients travel, where they aren't slices of the gradients."},
    {PartKind::library_workspace, "library workspace", PartUse::lasting, "What cuBLAS and its like ask for."},
    {PartKind::cuda_context, "CUDA context", PartUse::context, "Driver and kernels, outside of PyTorch's allocator."},
    {PartKind::communicators, "NCCL communicators", PartUse::context,
     "A communicator's buffers for every group that the GPU is in."},
    {PartKind::gradients_of_optimizer_step, "fp32 gradients of the optimizer's step", PartUse::ordinary,
     "16-bit gradients copied to fp32 for the step, beyond what has gone by then."},
    {PartKind::embedding_at_end, "embedding and its gradient at the end", PartUse::ordinary,
     "The embedding's gradient comes last, whole, when the layers' activations are gone."},
    {PartKind::freed_blocks, "blocks freed before the peak", PartUse::unused,
     "What PyTorch's allocator keeps of what nobody uses any more."},
    {PartKind::freed_gradient_copies, "freed gradient copies of the last step", PartUse::unused,
     "Blocks of the last step's copies of the gradients."},
    {PartKind::freed_weights, "freed weights, now flat", PartUse::unused,
     "Blocks of the weights from before they were flattened."},
    {PartKind::fragmentation, "fragmentation", PartUse::unused,
     "Memory that the allocator holds in pieces which nobody can use."},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(part_entries); ++i)
    if (static_cast<std::size_t>(part_entries[i].kind) != i) return false;
  return std::size(part_entries) == static_cast<std::size_t>(PartKind::fragmentation) + 1;
}
static_assert(in_order(), "a kind finds its entry by its value");

const PartEntry& entry_of(PartKind kind) {
  return part_entries[static_cast<std::size_t>(kind)];
}

/// Of weights, gradients, states and master copy; of layers, experts, MTP layers, MTP experts, embedding, head.
constexpr std::array<std::array<std::string_view, 6>, 4> state_names = {{
    {"layers", "experts", "MTP layers", "MTP experts", "embedding", "head"},
    {"gradients of layers", "gradients of experts", "gradients of MTP layers", "gradients of MTP experts",
     "gradients of the embedding", "gradients of the head"},
    {"optimizer states of layers", "optimizer states of experts", "optimizer states of MTP layers",
     "optimizer states of MTP experts", "optimizer states of the embedding", "optimizer states of the head"},
    {"master copy of layers", "master copy of experts", "master copy of MTP layers", "master copy of MTP experts",
     "master copy of the embedding", "master copy of the head"},
}};

}  // namespace

PartUse use_of(PartKind kind) {
  return entry_of(kind).use;
}

std::string_view name_of(PartKind kind, PartContent content) {
  const auto row = static_cast<std::size_t>(kind);
  if (row >= state_names.size() || !is_of_parameters(content)) return entry_of(kind).name;
  return state_names[row][static_cast<std::size_t>(content) - static_cast<std::size_t>(PartContent::layers)];
}

std::string_view help_of(PartKind kind) {
  return entry_of(kind).help;
}

}  // namespace shardscope
