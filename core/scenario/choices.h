// The enumerations of a scenario, each with one table that gives its JSON name, its label and a sentence of help.
// Parser, writer, window and help read the same table.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace shardscope {

/// One value of an enumeration: its position in the table is its numeric value.
struct Choice {
  std::string_view json;
  std::string_view label;
  std::string_view help;
};

enum class PositionEmbedding { rope, learned, alibi, none };
enum class Norm { rmsnorm, layernorm };
enum class NormPlacement { before, after, both };
enum class ScheduleKind {
  gpipe,
  one_f_one_b,
  interleaved,
  breadth_first,
  zb_h1,
  zb_h2,
  zb_auto,
  zb_v,
  v_half,
  v_min,
  one_f_one_b_v,
  dualpipe,
  dualpipe_v,
  chimera,
  forward_only
};
enum class RecomputeMode { none, selective, full };
enum class RecomputeMethod { block, uniform };
enum class Precision {
  bf16,
  fp16,
  tf32,
  fp32,
  fp8,
  fp8_delayed,
  fp8_cs,
  fp8_tensorwise,
  fp8_rowwise,
  fp8_blockwise,
  mxfp8,
  nvfp4
};
enum class Dtype { fp32, bf16, fp16, fp8 };
enum class Optimizer { adam, adafactor, sgd_momentum, muon, adam8bit };
enum class Offload { none, optimizer, activations, parameters };
enum class Framework { megatron_core, megatron_lm, megatron_deepspeed, torchtitan, llm_foundry, maxtext, own, other };
/// How sources count a step's FLOPs (core/step/flop_conventions.h); the best known first.
enum class FlopsConvention {
  megatron,
  megatron_causal,
  six_nd,
  palm,
  llama3,
  torchtitan,
  torchtitan_embedding,
  dgxc,
  dgxc_mha,
  dgxc_causal,
  megatron_causal_swa,
  gptoss_old,
  narayanan2021,
  korthikanti2022,
  mosaic2023,
  bigscience
};
inline constexpr std::size_t flops_convention_count = static_cast<std::size_t>(FlopsConvention::bigscience) + 1;
enum class CheckpointMode { synchronous, asynchronous, in_memory };
enum class TopologyKind { rail_optimized, fat_tree, dragonfly, torus };
enum class CollectiveAlgorithm { automatic, ring, tree, hierarchical, halving_doubling, in_network };
enum class AcrossSites { dp, pp, cp, tp };

/// The table of an enumeration, in the order of its values.
template <class Enumeration>
std::span<const Choice> choices();
template <>
std::span<const Choice> choices<PositionEmbedding>();
template <>
std::span<const Choice> choices<Norm>();
template <>
std::span<const Choice> choices<NormPlacement>();
template <>
std::span<const Choice> choices<ScheduleKind>();
template <>
std::span<const Choice> choices<RecomputeMode>();
template <>
std::span<const Choice> choices<RecomputeMethod>();
template <>
std::span<const Choice> choices<Precision>();
template <>
std::span<const Choice> choices<Dtype>();
template <>
std::span<const Choice> choices<Optimizer>();
template <>
std::span<const Choice> choices<Offload>();
template <>
std::span<const Choice> choices<Framework>();
template <>
std::span<const Choice> choices<FlopsConvention>();
template <>
std::span<const Choice> choices<CheckpointMode>();
template <>
std::span<const Choice> choices<TopologyKind>();
template <>
std::span<const Choice> choices<CollectiveAlgorithm>();
template <>
std::span<const Choice> choices<AcrossSites>();

template <class Enumeration>
const Choice& choice_of(Enumeration value) {
  return choices<Enumeration>()[static_cast<std::size_t>(value)];
}

template <class Enumeration>
std::string_view json_name(Enumeration value) {
  return choice_of(value).json;
}

template <class Enumeration>
std::string_view label_of(Enumeration value) {
  return choice_of(value).label;
}

template <class Enumeration>
std::optional<Enumeration> choice_named(std::string_view json) {
  const std::span<const Choice> table = choices<Enumeration>();
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table[i].json == json) return static_cast<Enumeration>(i);
  return std::nullopt;
}

/// A convention by its own name or by another that documents use: "torchtitan", "megatron-full-attention".
[[nodiscard]] std::optional<FlopsConvention> flops_convention_named(std::string_view name);

}  // namespace shardscope
