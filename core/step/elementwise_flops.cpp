#include "core/step/elementwise_flops.h"

#include <string_view>

#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

/// Of one value: the bytes that the block's list gives its forward pass, and FLOPs.
struct PerValue {
  double bytes = 0, forward = 0, backward = 0;
};

/// RMS norm: square, sum, times 1/rms, times weight; layer norm also takes the mean off and adds a bias. Backward: the
/// normalised value again, the weight's gradient, and the input's with its one or two means.
PerValue norm(const Scenario& scenario, double value_bytes) {
  const bool rms = scenario.model.norm == Norm::rmsnorm;
  const bool apart = rms && !scenario.plan.fused_kernels;
  return {(apart ? 18 : 2) * value_bytes, rms ? 4.0 : 7.0, rms ? 9.0 : 13.0};
}

/// SwiGLU: minus, exponential, 1 +, quotient, times the other half. GELU by tanh: nine.
PerValue activation(const Scenario& scenario, double value_bytes) {
  if (!scenario.model.gated_mlp) return {2 * value_bytes, 9, 17};
  return {(scenario.plan.fused_kernels ? 3 : 5) * value_bytes, 5, 12};
}

std::optional<PerValue> per_value(std::string_view name, const Scenario& scenario) {
  const Precision precision = scenario.plan.precision;
  const double bytes = precision == Precision::fp32 || precision == Precision::tf32 ? 4 : 2;
  const bool dropout = trains_with_dropout(scenario.model);
  if (name == "q k norm") return PerValue{2 * bytes, 4, 9};
  if (name == "rotary embedding") return PerValue{2 * bytes, 3, 3};            // two products and their sum
  if (name == "routing") return PerValue{24, 5, 4};                            // softmax over the experts
  if (name == "permute and combine") return PerValue{14, 2, 4};                // times a probability, and the sum
  if (name == "product with probabilities") return PerValue{2 * bytes, 1, 3};  // and the probability's gradient
  if (name == "experts' clamp") return PerValue{120, 5, 5};                    // three bounds, times alpha, 1 +
  if (name == "cross entropy") return PerValue{6, 4, 3};                       // maximum, difference, exponential, sum
  if (name == "gather of token rows") return PerValue{2 * bytes, 0, 1};
  if (name.starts_with("residual"))
    return PerValue{(dropout ? 4 : 3) * bytes, dropout ? 3.0 : 1.0, dropout ? 2.0 : 1.0};
  if (name.ends_with("activation")) return activation(scenario, bytes);
  if (name.find("norm") != std::string_view::npos) return norm(scenario, bytes);
  return std::nullopt;
}

}  // namespace

std::optional<Flops> elementwise_flops(const Operation& operation, Direction direction, const Scenario& scenario) {
  if (operation.kind != OperationKind::memory_bound) return std::nullopt;
  const std::optional<PerValue> known = per_value(operation.name, scenario);
  if (!known) return std::nullopt;
  if (direction == Direction::weight_gradient) return Flops{};
  const double values = operation.forward_bytes.value / known->bytes;
  return Flops{values * (direction == Direction::forward ? known->forward : known->backward)};
}

}  // namespace shardscope
