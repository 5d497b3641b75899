#include "core/step/flops/elementwise_flops.h"

#include "core/scenario/activation.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

/// FLOPs of one value.
struct PerValue {
  double forward = 0, backward = 0;
};

/// RMS norm: square, sum, times 1/rms, times weight; layer norm also takes the mean off and adds a bias. Backward: the
/// normalised value again, the weight's gradient, and the input's with its one or two means.
PerValue norm(const Model& model) {
  return model.norm == Norm::rmsnorm ? PerValue{4, 9} : PerValue{7, 13};
}

/// SiLU: minus, exponential, 1 +, quotient. GELU by tanh: nine. ReLU: a comparison; squared a product more.
PerValue plain(Activation activation) {
  switch (activation) {
    case Activation::silu:
      return {4, 10};
    case Activation::gelu:
      return {9, 17};
    case Activation::relu:
      return {1, 1};
    case Activation::squared_relu:
      return {2, 3};
  }
  return {};
}

/// A gated one takes one more product forward, with the other half, and two backward.
std::optional<PerValue> activation(const Model& model) {
  const std::optional<Activation> known = activation_of(model);
  if (!known) return std::nullopt;
  const PerValue alone = plain(*known);
  return model.gated_mlp ? PerValue{alone.forward + 1, alone.backward + 2} : alone;
}

std::optional<PerValue> per_value(Elementwise what, const Model& model) {
  switch (what) {
    case Elementwise::none:
      return std::nullopt;
    case Elementwise::norm:
      return norm(model);
    case Elementwise::head_norm:
      return PerValue{4, 9};
    case Elementwise::rotary:
      return PerValue{3, 3};  // two products and their sum
    case Elementwise::activation:
      return activation(model);
    case Elementwise::clamp:
      return PerValue{5, 5};  // three bounds, times alpha, 1 +
    case Elementwise::weighting:
      return PerValue{1, 3};  // and the probability's gradient
    case Elementwise::combining:
      return PerValue{2, 4};
    case Elementwise::softmax:
      return PerValue{5, 4};
    case Elementwise::cross_entropy:
      return PerValue{4, 3};  // maximum, difference, exponential, sum
    case Elementwise::accumulation:
      return PerValue{0, 1};
    case Elementwise::residual:
      return trains_with_dropout(model) ? PerValue{3, 2} : PerValue{1, 1};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Flops> elementwise_flops(const Operation& operation, Direction direction, const Model& model) {
  if (operation.kind != OperationKind::memory_bound) return std::nullopt;
  const std::optional<PerValue> known = per_value(entry_of(operation.name).elementwise, model);
  if (!known) return std::nullopt;
  if (direction == Direction::weight_gradient) return Flops{};
  return Flops{operation.values * (direction == Direction::forward ? known->forward : known->backward)};
}

}  // namespace shardscope
