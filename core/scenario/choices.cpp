#include "core/scenario/choices.h"

#include <utility>

namespace shardscope {

namespace {

// Schedules, in the order of ScheduleKind. Each one's paper and bounds: core/pipeline.
constexpr Choice schedule_choices[] = {
    {"gpipe", "GPipe", "All forwards, then all backwards; every rank holds all micro-batches."},
    {"1f1b", "1F1B", "One forward, one backward in turn; GPipe's bubble with at most pp micro-batches held."},
    {"interleaved", "Interleaved 1F1B",
     "1F1B over several chunks a rank: a smaller bubble, more transfers and memory."},
    {"breadth-first", "Breadth-first",
     "Chunk by chunk over all micro-batches, so that sharded weights are gathered once."},
    {"zb-h1", "ZB-H1",
     "Backward split in two: weight gradients fill the bubble with as many micro-batches held as in 1F1B. What "
     "a weight gradient needs stays longer, so with recomputation it takes more bytes."},
    {"zb-h2", "ZB-H2", "Zero bubble in the steady state for about twice 1F1B's activations."},
    {"zb-auto", "ZB-auto", "A zero-bubble order searched for the pass times, under a memory limit."},
    {"zb-v", "ZB-V", "Zero bubble with two chunks a rank laid out as a V, within 1F1B's memory."},
    {"v-half", "V-Half", "A V layout that holds half of 1F1B's activations."},
    {"v-min", "V-Min", "A V layout that holds about a third of 1F1B's activations, for a larger bubble."},
    {"1f1b-v", "1F1B-V", "1F1B over the V layout, backward not split."},
    {"dualpipe", "DualPipe", "Micro-batches from both ends; forward and backward overlap to hide communication."},
    {"dualpipe-v", "DualPipeV", "DualPipe folded into a V: one copy of the weights instead of two."},
    {"chimera", "Chimera", "Two pipelines in opposite directions, each filling the other's bubble."},
    {"forward-only", "Forward only", "Inference: each micro-batch goes forward once; nothing is kept, nothing learnt."},
};
static_assert(std::size(schedule_choices) == static_cast<std::size_t>(ScheduleKind::forward_only) + 1);

constexpr Choice position_embedding_choices[] = {
    {"rope", "Rotary", "Positions turn queries and keys; no parameters."},
    {"learned", "Learned", "A table of one vector a position."},
    {"alibi", "ALiBi", "Distances bias the scores; no parameters."},
    {"none", "None", "No positions."},
};
static_assert(std::size(position_embedding_choices) == static_cast<std::size_t>(PositionEmbedding::none) + 1);

constexpr Choice norm_choices[] = {
    {"rmsnorm", "RMS norm", "A scale a channel."},
    {"layernorm", "Layer norm", "A scale and a bias a channel."},
};
static_assert(std::size(norm_choices) == static_cast<std::size_t>(Norm::layernorm) + 1);

constexpr Choice norm_placement_choices[] = {
    {"before", "Before", "Attention and MLP each read a norm of the residual stream."},
    {"after", "After", "Attention's and the MLP's output is normalised before it is added, as in OLMo 2."},
    {"both", "Before and after", "Both: four norms a layer, as in Gemma 2."},
};
static_assert(std::size(norm_placement_choices) == static_cast<std::size_t>(NormPlacement::both) + 1);

constexpr Choice recompute_mode_choices[] = {
    {"none", "None", "Every tensor that backward needs is kept."},
    {"selective", "Selective", "Named modules run again in backward; core attention where none is named."},
    {"full", "Full", "Only a layer's input is kept; its forward runs again in backward."},
};
static_assert(std::size(recompute_mode_choices) == static_cast<std::size_t>(RecomputeMode::full) + 1);

constexpr Choice recompute_method_choices[] = {
    {"block", "Block", "The first layers of each stage are recomputed."},
    {"uniform", "Uniform", "All layers, in groups that keep one input."},
};
static_assert(std::size(recompute_method_choices) == static_cast<std::size_t>(RecomputeMethod::uniform) + 1);

constexpr Choice checkpoint_mode_choices[] = {
    {"synchronous", "Synchronous", "Training stands until the storage has all of it."},
    {"asynchronous", "Asynchronous",
     "Training stands for the copy to the host; a failure before the storage has it goes one checkpoint further back."},
    {"in-memory", "In memory",
     "Training stands for the copy to the host; the network carries it to another node's memory, not to storage."},
};
static_assert(std::size(checkpoint_mode_choices) == static_cast<std::size_t>(CheckpointMode::in_memory) + 1);

constexpr Choice precision_choices[] = {
    {"bf16", "bf16", "16 bits, wide range: the usual choice."},
    {"fp16", "fp16", "16 bits, narrow range: needs loss scaling."},
    {"tf32", "tf32", "fp32 storage, products in 19 bits."},
    {"fp32", "fp32", "Full precision."},
    {"fp8", "fp8", "8-bit products with current scaling."},
    {"fp8-delayed", "fp8, delayed scaling", "Scales from earlier steps: the cheapest casts."},
    {"fp8-cs", "fp8, current scaling", "A scale a tensor from its present values."},
    {"fp8-tensorwise", "fp8, tensor-wise", "torchtitan's one scale a tensor."},
    {"fp8-rowwise", "fp8, row-wise", "A scale a row: more casts."},
    {"fp8-blockwise", "fp8, block-wise", "Scales for tiles and blocks, as DeepSeek-V3."},
    {"mxfp8", "mxfp8", "Hardware scales for every 32 values."},
    {"nvfp4", "nvfp4", "4-bit products, scales for every 16 values."},
};
static_assert(std::size(precision_choices) == static_cast<std::size_t>(Precision::nvfp4) + 1);

constexpr Choice dtype_choices[] = {
    {"fp32", "fp32", "4 bytes."},
    {"bf16", "bf16", "2 bytes."},
    {"fp16", "fp16", "2 bytes."},
    {"fp8", "fp8", "1 byte."},
};
static_assert(std::size(dtype_choices) == static_cast<std::size_t>(Dtype::fp8) + 1);

constexpr Choice optimizer_choices[] = {
    {"adam", "Adam", "Momentum and variance: two states a parameter."},
    {"adafactor", "Adafactor", "Variance by rows and columns: little state."},
    {"sgd-momentum", "SGD with momentum", "One state a parameter."},
    {"muon", "Muon", "Momentum of matrices, made orthogonal; Adam for the rest."},
    {"adam8bit", "8-bit Adam", "Both states in 8 bits with block scales."},
};
static_assert(std::size(optimizer_choices) == static_cast<std::size_t>(Optimizer::adam8bit) + 1);

constexpr Choice offload_choices[] = {
    {"none", "None", "All state stays on the GPU."},
    {"optimizer", "Optimizer", "Optimizer state and master weights live on the host."},
    {"activations", "Activations", "Saved activations travel to the host and back."},
    {"parameters", "Parameters", "Weights and optimizer live on the host."},
};
static_assert(std::size(offload_choices) == static_cast<std::size_t>(Offload::parameters) + 1);

constexpr Choice framework_choices[] = {
    {"megatron-core", "Megatron-Core", "NVIDIA's library and what is built on it."},
    {"megatron-lm", "Megatron-LM", "Its training scripts."},
    {"megatron-deepspeed", "Megatron-DeepSpeed", "Megatron with DeepSpeed's ZeRO."},
    {"torchtitan", "torchtitan", "PyTorch's own, on FSDP2."},
    {"llm-foundry", "LLM Foundry", "MosaicML Composer on FSDP."},
    {"maxtext", "MaxText", "JAX on TPUs and GPUs."},
    {"own", "Own", "A laboratory's own framework."},
    {"other", "Other", "Any other."},
};
static_assert(std::size(framework_choices) == static_cast<std::size_t>(Framework::other) + 1);

constexpr Choice flops_convention_choices[] = {
    {"megatron", "Megatron", "Matrix products with logits, attention in full."},
    {"megatron-causal", "Megatron, causal", "The same with half of the attention."},
    {"6nd", "6 N D", "6 x active parameters x tokens."},
    {"palm", "PaLM", "6 N and 12 x layers x hidden x sequence a token."},
    {"llama3", "Llama 3", "As PaLM counts, which its paper cites."},
    {"torchtitan-full-attention", "torchtitan", "6 N without the token table, and attention in full."},
    {"torchtitan-full-attention-with-embedding", "torchtitan, 2024", "6 N with the token table, attention in full."},
    {"dgxc", "DGX Cloud", "Matrix products, the vocabulary not padded, 12 x layers x hidden x sequence a token."},
    {"dgxc-mha", "DGX Cloud, MHA", "The same with keys and values counted as wide as queries."},
    {"dgxc-causal", "DGX Cloud, causal", "The same with half of the attention, keys and values as wide as they are."},
    {"megatron-causal-swa", "Megatron, windows", "Half of the attention, of sliding windows what they leave of it."},
    {"megatron-causal-gptoss-old", "Megatron, gpt-oss", "Half of the attention, experts counted without their gate."},
    {"narayanan2021", "Narayanan 2021",
     "72 B s L h² (1 + s/6h + V/12Lh) for GPT's shapes; hardware 96 with recompute."},
    {"korthikanti2022", "Korthikanti 2022",
     "72 B s L h² (1 + s/6h + V/12Lh); hardware s/3h where attention runs again."},
    {"mosaic2023", "MosaicML 2023", "3 x (2 N + 4 x layers x hidden x sequence); hardware 4 x with checkpointing."},
    {"bigscience_estimate", "BigScience", "6 N a token; hardware 8 N with recomputation."},
};
static_assert(std::size(flops_convention_choices) == flops_convention_count);

constexpr Choice topology_choices[] = {
    {"rail-optimized", "Rail-optimised fat tree",
     "The n-th GPUs of a pod's nodes share a switch, their rail; others are reached over NVLink first."},
    {"fat-tree", "Fat tree",
     "A rack's GPUs share switches, racks meet in the spine: what racks are oversubscribed, and a tier's latency, "
     "is what rails save. Flows that collide in the spine aren't modelled."},
    {"dragonfly", "Dragonfly", "Pods of switches, each pod linked to every other."},
    {"torus", "3D torus", "Each GPU is linked to its six neighbours, as in a TPU pod."},
};
static_assert(std::size(topology_choices) == static_cast<std::size_t>(TopologyKind::torus) + 1);

constexpr Choice algorithm_choices[] = {
    {"auto", "Fastest", "The fastest of those that the group allows."},
    {"ring", "Ring", "Each GPU hands on to the next."},
    {"tree", "Double binary tree", "Up a tree and down again, two trees with half the data each."},
    {"hierarchical", "Hierarchical", "Inside each domain first, then across, then inside again."},
    {"halving-doubling", "Recursive halving and doubling", "Pairs at twice the distance in each round."},
    {"in-network", "In-network", "Switches add up: NVLink SHARP inside, SHARP across."},
};
static_assert(std::size(algorithm_choices) == static_cast<std::size_t>(CollectiveAlgorithm::in_network) + 1);

constexpr Choice across_sites_choices[] = {
    {"dp", "Data", "Whole replicas a site: gradients cross once a step."},
    {"pp", "Pipeline", "Some stages a site: activations cross for each micro-batch."},
    {"cp", "Context", "Parts of each sequence a site: keys and values cross in every layer."},
    {"tp", "Tensor", "Parts of each layer a site: activations cross several times a layer."},
};
static_assert(std::size(across_sites_choices) == static_cast<std::size_t>(AcrossSites::tp) + 1);

}  // namespace

template <>
std::span<const Choice> choices<PositionEmbedding>() {
  return position_embedding_choices;
}

template <>
std::span<const Choice> choices<Norm>() {
  return norm_choices;
}
template <>
std::span<const Choice> choices<NormPlacement>() {
  return norm_placement_choices;
}

template <>
std::span<const Choice> choices<RecomputeMode>() {
  return recompute_mode_choices;
}

template <>
std::span<const Choice> choices<RecomputeMethod>() {
  return recompute_method_choices;
}

template <>
std::span<const Choice> choices<Precision>() {
  return precision_choices;
}

template <>
std::span<const Choice> choices<Dtype>() {
  return dtype_choices;
}

template <>
std::span<const Choice> choices<Optimizer>() {
  return optimizer_choices;
}

template <>
std::span<const Choice> choices<Offload>() {
  return offload_choices;
}

template <>
std::span<const Choice> choices<Framework>() {
  return framework_choices;
}

template <>
std::span<const Choice> choices<FlopsConvention>() {
  return flops_convention_choices;
}
template <>
std::span<const Choice> choices<CheckpointMode>() {
  return checkpoint_mode_choices;
}

template <>
std::span<const Choice> choices<ScheduleKind>() {
  return schedule_choices;
}

template <>
std::span<const Choice> choices<TopologyKind>() {
  return topology_choices;
}

template <>
std::span<const Choice> choices<CollectiveAlgorithm>() {
  return algorithm_choices;
}

template <>
std::span<const Choice> choices<AcrossSites>() {
  return across_sites_choices;
}

std::optional<FlopsConvention> flops_convention_named(std::string_view name) {
  constexpr std::pair<std::string_view, FlopsConvention> others[] = {
      {"megatron-full-attention", FlopsConvention::megatron},
      {"megatron-2021-hardware", FlopsConvention::narayanan2021},
      {"torchtitan", FlopsConvention::torchtitan},
      {"torchtitan-with-embedding", FlopsConvention::torchtitan_embedding},
      {"mosaic", FlopsConvention::mosaic2023},
      {"bigscience", FlopsConvention::bigscience}};
  for (const auto& [other, convention] : others)
    if (other == name) return convention;
  return choice_named<FlopsConvention>(name);
}

}  // namespace shardscope
