#include "core/scenario/parts/model.h"

#include <algorithm>

#include "core/base/saturating.h"

namespace shardscope {

bool is_moe_layer(const Model& model, std::int64_t layer) {
  if (!has_experts(model)) return false;
  if (model.moe_layers) return std::binary_search(model.moe_layers->begin(), model.moe_layers->end(), layer);
  const std::int64_t every = at_least_one(model.moe_layer_freq);
  return layer >= model.first_k_dense_replace && (every == 1 || layer % every == model.moe_layer_offset % every);
}

}  // namespace shardscope
