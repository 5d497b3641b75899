#include "core/run/scaling_law.h"

#include <algorithm>

#include "core/base/elementary.h"

namespace shardscope {

double predicted_loss(const ScalingFit& fit, double parameters, double tokens) {
  return fit.e + fit.a / power(parameters, fit.alpha) + fit.b / power(tokens, fit.beta);
}

double optimal_tokens(const ScalingFit& fit, double parameters) {
  const double marginal = fit.alpha * fit.a / power(parameters, fit.alpha);
  return power(fit.beta * fit.b / marginal, 1 / fit.beta);
}

ScalingHint scaling_hint(double parameters, double tokens) {
  const auto [tokens_low, tokens_high] =
      std::minmax({tokens_per_parameter * parameters, optimal_tokens(hoffmann_fit, parameters),
                   optimal_tokens(besiroglu_fit, parameters)});
  const double first = predicted_loss(hoffmann_fit, parameters, tokens);
  const double second = predicted_loss(besiroglu_fit, parameters, tokens);
  return {tokens_low, tokens_high, std::min(first, second), std::max(first, second)};
}

double critical_batch(double loss) {
  return 2.1e8 / power(loss, 1 / 0.21);
}

double tokens_for_batch(double batch, double critical) {
  return 1 + batch / critical;
}

}  // namespace shardscope
