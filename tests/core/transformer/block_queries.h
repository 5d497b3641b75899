// What several tests ask of a block.
#pragma once

#include <algorithm>

#include "core/transformer/operations.h"

namespace shardscope::samples {

inline double forward_flops(const Block& block) {
  double sum = 0;
  for (const Operation& operation : block.operations)
    sum += operation.attention_flops.value + 2 * operation.m * operation.n * operation.k * operation.count;
  return sum;
}

/// The saved tensor of that name, or null.
inline const SavedTensor* find(const Block& block, TensorName name) {
  const auto at = std::find_if(block.saved.begin(), block.saved.end(),
                               [&](const SavedTensor& tensor) { return tensor.name == name; });
  return at == block.saved.end() ? nullptr : &*at;
}

}  // namespace shardscope::samples
