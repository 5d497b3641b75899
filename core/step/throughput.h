// Rates of a step, and its FLOPs under each convention: half of all quarrels over MFU are about which FLOPs count.
#pragma once

#include "core/report.h"

namespace shardscope {

/// Model FLOPs of a step of the whole plan, recomputation left out:
/// - megatron: matrix products of forward and backward with the logits (vocabulary as padded), attention over the full
///   square. Narayanan et al. 2021, eq. 3 without its recomputation, for dense GPT models; routed experts only.
/// - megatron_causal: the same with half of the square.
/// - six_nd: 6 x active parameters x tokens (Kaplan et al. 2020, section 2.1).
/// - palm: (6 x active parameters + 12·layers·hidden·sequence) x tokens (Chowdhery et al. 2022, appendix B).
[[nodiscard]] Flops model_flops(const Scenario& scenario, const ParameterCounts& parameters,
                                FlopsConvention convention);

/// Weights that a token is multiplied with, in all layers: attention projections, MLPs, routed and shared experts.
[[nodiscard]] double matrix_weights_per_token(const Model& model);

/// `recompute` is what the hardware runs again in a step, over all GPUs. Per GPU means per GPU at work (tp·pp·cp·dp).
[[nodiscard]] Throughput throughput_of(const Scenario& scenario, const ParameterCounts& parameters, Seconds step,
                                       Flops recompute, FlopsPerSecond peak);

}  // namespace shardscope
