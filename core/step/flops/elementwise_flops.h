// The arithmetic of operations that memory bounds: norms, activations, residuals, softmax. No convention counts it and
// no time rests on it; it says where such an operation stands on the roofline.
#pragma once

#include <optional>

#include "core/hardware/operation_time.h"
#include "core/transformer/operations.h"

namespace shardscope {

/// FLOPs of a memory-bound operation: each sum, product, quotient, comparison and exponential of its formula is one,
/// and so is each value that a reduction adds up. Counted per value from the definitions (Zhang and Sennrich 2019,
/// RMSNorm, eq. 4; Ba et al. 2016, layer norm, eq. 4; Shazeer 2020, "GLU Variants", eq. 6; Hendrycks and Gimpel 2016,
/// GELU by tanh; So et al. 2021, "Primer", squared ReLU; Su et al. 2021, rotary embedding, eq. 34; softmax with its
/// maximum taken off). Absent for an operation whose arithmetic isn't known; 0 for one that only moves.
[[nodiscard]] std::optional<Flops> elementwise_flops(const Operation& operation, Direction direction,
                                                     const Model& model);

}  // namespace shardscope
