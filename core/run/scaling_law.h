// What scaling laws say of a model and its tokens: hints, fitted on dense transformers of other data. A mixture of
// experts counts with its active parameters, which understates it.
#pragma once

#include "core/run/run_report.h"

namespace shardscope {

/// L(N, D) = E + A / N^alpha + B / D^beta.
struct ScalingFit {
  double e, a, b, alpha, beta;
};
/// Hoffmann et al. 2022, "Training compute-optimal large language models", approach 3 (section 3.3).
inline constexpr ScalingFit hoffmann_fit = {1.69, 406.4, 410.7, 0.34, 0.28};
/// Besiroglu et al. 2024, "Chinchilla scaling: a replication attempt": the same runs fitted anew.
inline constexpr ScalingFit besiroglu_fit = {1.8172, 482.01, 2085.43, 0.3478, 0.3658};
/// Hoffmann et al. 2022, approaches 1 and 2, as it is quoted.
inline constexpr double tokens_per_parameter = 20;

[[nodiscard]] double predicted_loss(const ScalingFit& fit, double parameters, double tokens);

/// Tokens D at which parameters N and D share the compute 6·N·D best: at the least loss for the compute
/// alpha·A/N^alpha = beta·B/D^beta.
[[nodiscard]] double optimal_tokens(const ScalingFit& fit, double parameters);

/// Over both fits and the 20 tokens per parameter.
[[nodiscard]] ScalingHint scaling_hint(double parameters, double tokens);

/// Tokens per step beyond which more of them hardly save steps: Kaplan et al. 2020, "Scaling laws for neural language
/// models", eq. 1.4 with table 5's values, 2.1e8 tokens / L^(1/0.21), of a loss in nats.
[[nodiscard]] double critical_batch(double loss);

/// How many times the tokens a batch needs over a vanishing one to reach the same loss: 1 + B / B_crit. McCandlish et
/// al. 2018, "An empirical model of large-batch training", eq. 2.11 on the line of both together.
[[nodiscard]] double tokens_for_batch(double batch, double critical);

}  // namespace shardscope
