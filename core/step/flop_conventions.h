// A step's FLOPs under each convention by name. Sources count differently: attention in full or half of it, logits and
// embeddings in or out, what is computed again in or out.
#pragma once

#include <array>
#include <string_view>

#include "core/base/units.h"
#include "core/scenario/scenario.h"
#include "core/transformer/parameter_counts.h"

namespace shardscope {

/// Model FLOPs of a step of the whole plan; h hidden, L layers, s sequence, V vocabulary, N active parameters, backward
/// twice the forward, what is computed again left out:
/// - megatron: matrix products with the logits (vocabulary as padded), attention over the full square, routed experts
///   only. NeMo 24.07, Megatron-LM r0.8.
/// - megatron_causal: the same with half of the square. Megatron-Bridge, training/utils/flop_utils.py.
/// - six_nd: 6 N tokens (Kaplan et al. 2020, section 2.1).
/// - palm: (6 N + 12·L·h·s) tokens (Chowdhery et al. 2022, appendix B).
/// - llama3: palm's, as "The Llama 3 Herd of Models", table 4, cites it. Whether it halves attention is not stated.
/// - torchtitan: (6 (N less the token table) + 12·L·heads·head size·s) tokens (torchtitan, num_flop_per_token).
/// - torchtitan_embedding: the same with the token table, as its docs/performance.md of 2024 counted.
/// - dgxc: layers' products and logits of the model's own vocabulary + 12·L·h·s per token (NVIDIA/dgxc-benchmarking).
/// - dgxc_mha: the same with keys and values as wide as queries (its Nemotron-4 pages of v24.11.1 and v25.02).
/// - dgxc_causal: dgxc with half of the attention (its Grok 1 pages).
/// - megatron_causal_swa: megatron_causal, a layer with a sliding window by the keys that its queries see.
/// - gptoss_ungated: megatron_causal with the experts' MLP counted as ungated, as Megatron-Bridge counted gpt-oss
/// to 26.04.
/// - narayanan2021: 72·B·s·L·h²(1 + s/6h + V/12Lh); GPT's shapes assumed (Narayanan et al. 2021, eq. 3, for what
///   isn't computed again; with full recomputation its hardware FLOPs are 96·B·s·L·h²(1 + s/6h + V/16Lh)).
/// - korthikanti2022: the same; with selective recomputation its hardware FLOPs have s/3h in place of s/6h
///   (Korthikanti et al. 2022, appendix A, eqs. 7 and 8).
/// - mosaic2023: 3 (2 N + 4·L·h·s) tokens; hardware FLOPs 4 (…) with activation checkpointing
///   (llm-foundry, scripts/train/benchmarking/README.md).
/// - bigscience: 6 N tokens; hardware FLOPs 8 N tokens (bigscience, train/tr11-176B-ml/chronicles-prequel.md).
[[nodiscard]] Flops model_flops(const Scenario& scenario, const ParameterCounts& parameters,
                                FlopsConvention convention);

/// Of every convention, indexed by it.
[[nodiscard]] std::array<Flops, flops_convention_count> model_flops_by_convention(const Scenario& scenario,
                                                                                  const ParameterCounts& parameters);

/// What the convention takes the model for where it is another, in words ("assumes GPT's shapes: …"); else nothing. Its
/// figure is then a way to compare with that source, not a count of this model.
[[nodiscard]] std::string_view assumes_otherwise(const Model& model, FlopsConvention convention);

/// Model FLOPs and what is computed again, where the scenario's convention has a formula of its own for it. Else what
/// the `kernels` of all GPUs run in a step, but no fewer than the model FLOPs: a convention that counts attention over
/// the whole sequence counts what kernels skip, and never less than its own figure was asked of the hardware.
[[nodiscard]] Flops hardware_flops(const Scenario& scenario, const ParameterCounts& parameters, Flops kernels);

}  // namespace shardscope
