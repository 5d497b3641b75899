// A model in other sizes of its kind.
#pragma once

#include <cstdint>
#include <vector>

#include "core/scenario/parts/model.h"

namespace shardscope {

/// The same kind of model with so many attention heads of the same size: width, MLPs, low ranks and layers in
/// proportion to them, experts, groups of key-value heads and vocabulary as they are. Scaling laws' families of models
/// keep about one shape (Kaplan et al. 2020, section 3.1: a loss that hardly hangs on it), so that parameters go with
/// the cube of the factor.
[[nodiscard]] Model scaled_model(const Model& model, std::int64_t heads);

/// Numbers of heads up to `times` the model's own, ascending, its own among them, that key-value heads divide and that
/// tensor parallelism divides as far as it does its own, up to 8.
[[nodiscard]] std::vector<std::int64_t> scaled_heads(const Model& model, std::int64_t times);

}  // namespace shardscope
