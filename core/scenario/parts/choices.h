// core/scenario/parts: what a scenario consists of: model, cluster, plan, run and software, each a plain value in a
// header, and what can be chosen in them. In: nothing. Out: the values' types and the words of the choices. No default
// is known here.
//
// The enumerations of a scenario. A new value is a line here: enumeration and table come from the same list
// (core/base/choice.h), and the compiler names each switch that lacks it.
#pragma once

#include "core/base/choice.h"

namespace shardscope {

// One row per line: clang-format would indent each behind the one before.
// clang-format off

#define SHARDSCOPE_POSITION_EMBEDDING(choice) \
  choice(rope, "rope", "Rotary", "Positions turn queries and keys; no parameters.") \
  choice(learned, "learned", "Learned", "A table of one vector per position.") \
  choice(alibi, "alibi", "ALiBi", "Distances bias the scores; no parameters.") \
  choice(none, "none", "None", "No positions.")
SHARDSCOPE_CHOICES(PositionEmbedding, SHARDSCOPE_POSITION_EMBEDDING)

#define SHARDSCOPE_NORM(choice) \
  choice(rmsnorm, "rmsnorm", "RMS norm", "A scale per channel.") \
  choice(layernorm, "layernorm", "Layer norm", "A scale and a bias per channel.")
SHARDSCOPE_CHOICES(Norm, SHARDSCOPE_NORM)

#define SHARDSCOPE_NORM_POSITION(choice) \
  choice(before, "before", "Before", "Attention and MLP each read a norm of the residual stream.") \
  choice(after, "after", "After", "Attention's and the MLP's output is normalised before it is added, as in OLMo 2.") \
  choice(both, "both", "Before and after", "Both: four norms per layer, as in Gemma 2.")
SHARDSCOPE_CHOICES(NormPosition, SHARDSCOPE_NORM_POSITION)

#define SHARDSCOPE_RECOMPUTE_MODE(choice) \
  choice(none, "none", "None", "Every tensor that backward needs is kept.") \
  choice(selective, "selective", "Selective", \
         "Named modules run again in backward; core attention where none is named.") \
  choice(full, "full", "Full", "Only a layer's input is kept; its forward runs again in backward.")
SHARDSCOPE_CHOICES(RecomputeMode, SHARDSCOPE_RECOMPUTE_MODE)

#define SHARDSCOPE_RECOMPUTE_METHOD(choice) \
  choice(block, "block", "Block", "The first layers of each stage are recomputed.") \
  choice(uniform, "uniform", "Uniform", "All layers, in groups that keep one input.")
SHARDSCOPE_CHOICES(RecomputeMethod, SHARDSCOPE_RECOMPUTE_METHOD)

/// Modules that selective recomputation may name (Megatron's names; op is torchtitan's per-operation saving).
#define SHARDSCOPE_RECOMPUTE_MODULE(choice) \
  choice(core_attn, "core_attn", "Core attention", "Scores, softmax and their product with the values.") \
  choice(mlp, "mlp", "MLP", "A dense layer's feed-forward part.") \
  choice(moe, "moe", "Experts", "An MoE layer's experts, their routing and exchange.") \
  choice(moe_act, "moe_act", "Experts' activation", "The activation function inside the experts.") \
  choice(layernorm, "layernorm", "Norms", "The norms before attention and MLP.") \
  choice(mla_up_proj, "mla_up_proj", "MLA up projections", "Of latent attention, from the compressed to the heads.") \
  choice(op, "op", "Operations", "Every second matrix product, as torchtitan's per-operation saving.")
SHARDSCOPE_CHOICES(RecomputeModule, SHARDSCOPE_RECOMPUTE_MODULE)

#define SHARDSCOPE_PRECISION(choice) \
  choice(bf16, "bf16", "bf16", "16 bits, wide range: the usual choice.") \
  choice(fp16, "fp16", "fp16", "16 bits, narrow range: needs loss scaling.") \
  choice(tf32, "tf32", "tf32", "fp32 storage, products in 19 bits.") \
  choice(fp32, "fp32", "fp32", "Full precision.") \
  choice(fp8, "fp8", "fp8", "8-bit products with current scaling.") \
  choice(fp8_delayed, "fp8-delayed", "fp8, delayed scaling", "Scales from earlier steps: the cheapest casts.") \
  choice(fp8_cs, "fp8-cs", "fp8, current scaling", "A scale per tensor from its present values.") \
  choice(fp8_tensorwise, "fp8-tensorwise", "fp8, tensor-wise", "torchtitan's one scale per tensor.") \
  choice(fp8_rowwise, "fp8-rowwise", "fp8, row-wise", "A scale per row: more casts.") \
  choice(fp8_blockwise, "fp8-blockwise", "fp8, block-wise", "Scales for tiles and blocks, as DeepSeek-V3.") \
  choice(mxfp8, "mxfp8", "mxfp8", "Hardware scales for every 32 values.") \
  choice(nvfp4, "nvfp4", "nvfp4", "4-bit products, scales for every 16 values.")
SHARDSCOPE_CHOICES(Precision, SHARDSCOPE_PRECISION)

#define SHARDSCOPE_DTYPE(choice) \
  choice(fp32, "fp32", "fp32", "4 bytes.") \
  choice(bf16, "bf16", "bf16", "2 bytes.") \
  choice(fp16, "fp16", "fp16", "2 bytes.") \
  choice(fp8, "fp8", "fp8", "1 byte.")
SHARDSCOPE_CHOICES(Dtype, SHARDSCOPE_DTYPE)

#define SHARDSCOPE_OPTIMIZER(choice) \
  choice(adam, "adam", "Adam", "Momentum and variance: two states per parameter.") \
  choice(adafactor, "adafactor", "Adafactor", "Variance by rows and columns: little state.") \
  choice(sgd_momentum, "sgd-momentum", "SGD with momentum", "One state per parameter.") \
  choice(muon, "muon", "Muon", "Momentum of matrices, made orthogonal; Adam for the rest.") \
  choice(adam8bit, "adam8bit", "8-bit Adam", "Both states in 8 bits with block scales.")
SHARDSCOPE_CHOICES(Optimizer, SHARDSCOPE_OPTIMIZER)

#define SHARDSCOPE_OFFLOAD(choice) \
  choice(none, "none", "None", "All state stays on the GPU.") \
  choice(optimizer, "optimizer", "Optimizer", "Optimizer state and master weights live on the host.") \
  choice(activations, "activations", "Activations", "Saved activations travel to the host and back.") \
  choice(parameters, "parameters", "Parameters", "Weights and optimizer live on the host.")
SHARDSCOPE_CHOICES(Offload, SHARDSCOPE_OFFLOAD)

#define SHARDSCOPE_FRAMEWORK(choice) \
  choice(megatron_core, "megatron-core", "Megatron-Core", "NVIDIA's library and what is built on it.") \
  choice(megatron_lm, "megatron-lm", "Megatron-LM", "Its training scripts.") \
  choice(megatron_deepspeed, "megatron-deepspeed", "Megatron-DeepSpeed", "Megatron with DeepSpeed's ZeRO.") \
  choice(torchtitan, "torchtitan", "torchtitan", "PyTorch's own, on FSDP2.") \
  choice(llm_foundry, "llm-foundry", "LLM Foundry", "MosaicML Composer on FSDP.") \
  choice(maxtext, "maxtext", "MaxText", "JAX on TPUs and GPUs.") \
  choice(own, "own", "Own", "A laboratory's own framework.") \
  choice(other, "other", "Other", "Any other.")
SHARDSCOPE_CHOICES(Framework, SHARDSCOPE_FRAMEWORK)

/// How sources count a step's FLOPs (core/step/flops/flop_conventions.h); the best known first.
#define SHARDSCOPE_FLOPS_CONVENTION(choice) \
  choice(megatron, "megatron", "Megatron", "Matrix products with logits, attention in full.") \
  choice(megatron_causal, "megatron-causal", "Megatron, causal", "The same with half of the attention.") \
  choice(six_nd, "6nd", "6 N D", "6 x active parameters x tokens.") \
  choice(palm, "palm", "PaLM", "6 N and 12 x layers x hidden x sequence per token.") \
  choice(llama3, "llama3", "Llama 3", "As PaLM counts, which its paper cites.") \
  choice(torchtitan, "torchtitan-full-attention", "torchtitan", "6 N without the token table, and attention in full.") \
  choice(torchtitan_embedding, "torchtitan-full-attention-with-embedding", "torchtitan, 2024", \
         "6 N with the token table, attention in full.") \
  choice(dgxc, "dgxc", "DGX Cloud", \
         "Matrix products, the vocabulary not padded, 12 x layers x hidden x sequence per token.") \
  choice(dgxc_mha, "dgxc-mha", "DGX Cloud, MHA", "The same with keys and values counted as wide as queries.") \
  choice(dgxc_causal, "dgxc-causal", "DGX Cloud, causal", \
         "The same with half of the attention, keys and values as wide as they are.") \
  choice(megatron_causal_swa, "megatron-causal-swa", "Megatron, windows", \
         "Half of the attention, of sliding windows what they leave of it.") \
  choice(gptoss_ungated, "megatron-causal-gptoss-old", "Megatron, gpt-oss", \
         "Half of the attention, experts counted without their gate.") \
  choice(narayanan2021, "narayanan2021", "Narayanan 2021", \
         "72 B s L h² (1 + s/6h + V/12Lh) for GPT's shapes; hardware 96 with recompute.") \
  choice(korthikanti2022, "korthikanti2022", "Korthikanti 2022", \
         "72 B s L h² (1 + s/6h + V/12Lh); hardware s/3h where attention runs again.") \
  choice(mosaic2023, "mosaic2023", "MosaicML 2023", \
         "3 x (2 N + 4 x layers x hidden x sequence); hardware 4 x with checkpointing.") \
  choice(bigscience, "bigscience_estimate", "BigScience", "6 N per token; hardware 8 N with recomputation.")
SHARDSCOPE_CHOICES(FlopsConvention, SHARDSCOPE_FLOPS_CONVENTION)

#define SHARDSCOPE_GPU_FAMILY(choice) \
  choice(unknown, "", "Unknown", "Not said, or none of these.") \
  choice(volta, "Volta", "Volta", "NVIDIA's of 2017: V100.") \
  choice(ampere, "Ampere", "Ampere", "NVIDIA's of 2020: A100.") \
  choice(ada, "Ada", "Ada", "NVIDIA's of 2022: L40S, RTX 4090.") \
  choice(hopper, "Hopper", "Hopper", "NVIDIA's of 2022: H100, H200.") \
  choice(blackwell, "Blackwell", "Blackwell", "NVIDIA's of 2024 for data centers: B200, GB200.") \
  choice(blackwell_consumer, "Blackwell (consumer)", "Blackwell (consumer)", "NVIDIA's of 2025: RTX 5090.") \
  choice(blackwell_ultra, "Blackwell Ultra", "Blackwell Ultra", "NVIDIA's of 2025 for data centers: B300, GB300.") \
  choice(cdna2, "CDNA 2", "CDNA 2", "AMD's of 2021: MI250X.") \
  choice(cdna3, "CDNA 3", "CDNA 3", "AMD's of 2023: MI300X.") \
  choice(cdna4, "CDNA 4", "CDNA 4", "AMD's of 2025: MI355X.") \
  choice(gaudi, "Gaudi", "Gaudi", "Intel's.") \
  choice(tpu, "TPU", "TPU", "Google's.") \
  choice(trainium, "Trainium", "Trainium", "Amazon's.")
SHARDSCOPE_CHOICES(GpuFamily, SHARDSCOPE_GPU_FAMILY)

#define SHARDSCOPE_CHECKPOINT_MODE(choice) \
  choice(synchronous, "synchronous", "Synchronous", "Training stands until the storage has all of it.") \
  choice(asynchronous, "asynchronous", "Asynchronous", \
         "Training stands for the copy to the host; a failure before the storage has it goes one checkpoint further " \
         "back.") \
  choice(in_memory, "in-memory", "In memory", \
         "Training stands for the copy to the host; the network carries it to another node's memory, not to " \
         "storage.")
SHARDSCOPE_CHOICES(CheckpointMode, SHARDSCOPE_CHECKPOINT_MODE)

#define SHARDSCOPE_TOPOLOGY_KIND(choice) \
  choice(rail_optimized, "rail-optimized", "Rail-optimised fat tree", \
         "The n-th GPUs of a pod's nodes share a switch, their rail; others are reached over NVLink first.") \
  choice(fat_tree, "fat-tree", "Fat tree", \
         "A rack's GPUs share switches, racks meet in the spine: what racks are oversubscribed, and a tier's " \
         "latency, is what rails save. Flows that collide in the spine aren't modelled.") \
  choice(dragonfly, "dragonfly", "Dragonfly", "Pods of switches, each pod linked to every other.") \
  choice(torus, "torus", "3D torus", "Each GPU is linked to its six neighbours, as in a TPU pod.")
SHARDSCOPE_CHOICES(TopologyKind, SHARDSCOPE_TOPOLOGY_KIND)

#define SHARDSCOPE_COLLECTIVE_ALGORITHM(choice) \
  choice(automatic, "auto", "Fastest", "The fastest of those that the group allows.") \
  choice(ring, "ring", "Ring", "Each GPU hands on to the next.") \
  choice(tree, "tree", "Double binary tree", "Up a tree and down again, two trees with half the data each.") \
  choice(hierarchical, "hierarchical", "Hierarchical", "Inside each domain first, then across, then inside again.") \
  choice(halving_doubling, "halving-doubling", "Recursive halving and doubling", \
         "Pairs at twice the distance in each round.") \
  choice(in_network, "in-network", "In-network", "Switches add up: NVLink SHARP inside, SHARP across.")
SHARDSCOPE_CHOICES(CollectiveAlgorithm, SHARDSCOPE_COLLECTIVE_ALGORITHM)

#define SHARDSCOPE_MOE_DISPATCHER(choice) \
  choice(alltoall, "alltoall", "All-to-all", "Each copy of a token travels to its expert by itself, as NCCL's does.") \
  choice(allgather, "allgather", "All-gather", \
         "Every GPU of the group gets all its tokens and keeps those of its experts.") \
  choice(deepep, "deepep", "DeepEP", \
         "A token goes once to each domain that has experts of its, and is handed on there over the scale-up link.") \
  choice(hybridep, "hybridep", "HybridEP", "The same in scale-up domains of more than 8 GPUs.")
SHARDSCOPE_CHOICES(MoeDispatcher, SHARDSCOPE_MOE_DISPATCHER)

#define SHARDSCOPE_ACROSS_SITES(choice) \
  choice(dp, "dp", "Data", "Whole replicas per site: gradients cross once per step.") \
  choice(pp, "pp", "Pipeline", "Some stages per site: activations cross for each micro-batch.") \
  choice(cp, "cp", "Context", "Parts of each sequence per site: keys and values cross in every layer.") \
  choice(tp, "tp", "Tensor", "Parts of each layer per site: activations cross several times per layer.")
SHARDSCOPE_CHOICES(AcrossSites, SHARDSCOPE_ACROSS_SITES)

// clang-format on

inline constexpr std::size_t flops_convention_count = count_of<FlopsConvention>;

/// A convention by its own name or by another that documents use: "torchtitan", "megatron-full-attention".
[[nodiscard]] std::optional<FlopsConvention> flops_convention_named(std::string_view name);

}  // namespace shardscope
