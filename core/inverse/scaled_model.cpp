#include "core/inverse/scaled_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace shardscope {

namespace {

constexpr std::int64_t tensor_degree = 8, width_step = 64;

/// In proportion, in multiples of `step` where the value itself is one.
std::int64_t in_proportion(std::int64_t value, double factor, std::int64_t step) {
  const std::int64_t unit = value % step == 0 ? step : 1;
  const double units = static_cast<double>(value) * factor / static_cast<double>(unit);
  return unit * std::max<std::int64_t>(1, std::llround(units));
}

void scale(std::optional<std::int64_t>& value, double factor) {
  if (value) value = in_proportion(*value, factor, width_step);
}

std::int64_t key_value_heads(const Model& model) {
  return model.num_key_value_heads.value_or(model.num_attention_heads);
}

/// Of a model whose every head has its own key and value that stays so.
bool groups_heads(const Model& model) {
  return key_value_heads(model) != model.num_attention_heads;
}

}  // namespace

Model scaled_model(const Model& model, std::int64_t heads) {
  if (heads == model.num_attention_heads) return model;
  const double factor = static_cast<double>(heads) / static_cast<double>(model.num_attention_heads);
  Model scaled = model;
  scaled.preset.clear(), scaled.source.clear(), scaled.short_title.clear();
  scaled.title = model.title.empty() ? model.title : model.title + ", scaled";
  scaled.num_attention_heads = heads;
  if (!groups_heads(model) && model.num_key_value_heads) scaled.num_key_value_heads = heads;
  // The width is heads of a size where it was; else in proportion to them.
  scaled.hidden_size = model.hidden_size % model.num_attention_heads == 0
                           ? model.hidden_size / model.num_attention_heads * heads
                           : in_proportion(model.hidden_size, factor, width_step);
  if (model.kv_lora_rank == std::nullopt && !model.head_dim && model.hidden_size % model.num_attention_heads != 0)
    scaled.head_dim = model.hidden_size / model.num_attention_heads;
  scaled.num_hidden_layers =
      std::max<std::int64_t>(1, std::llround(static_cast<double>(model.num_hidden_layers) * factor));
  if (model.num_hidden_layers % 2 == 0) scaled.num_hidden_layers += scaled.num_hidden_layers % 2;
  for (auto width : {&Model::intermediate_size, &Model::moe_intermediate_size, &Model::shared_expert_intermediate_size,
                     &Model::q_lora_rank, &Model::kv_lora_rank, &Model::word_embed_proj_dim})
    scale(scaled.*width, factor);
  if (model.moe_layers) {
    scaled.moe_layers->clear();
    for (std::int64_t layer = 0; layer < scaled.num_hidden_layers; ++layer) {
      const auto like = static_cast<std::int64_t>(static_cast<double>(layer) / factor);
      if (std::find(model.moe_layers->begin(), model.moe_layers->end(), like) != model.moe_layers->end())
        scaled.moe_layers->push_back(layer);
    }
  }
  scaled.first_k_dense_replace = std::min(model.first_k_dense_replace, scaled.num_hidden_layers);
  return scaled;
}

std::vector<std::int64_t> scaled_heads(const Model& model, std::int64_t times) {
  const std::int64_t own = std::max<std::int64_t>(1, model.num_attention_heads);
  const std::int64_t groups = groups_heads(model) ? std::max<std::int64_t>(1, key_value_heads(model)) : 1;
  const std::int64_t step = std::lcm(groups, std::gcd(own, tensor_degree));
  std::vector<std::int64_t> heads;
  for (std::int64_t each = step; each <= own * times; each += step) heads.push_back(each);
  if (!std::binary_search(heads.begin(), heads.end(), own))
    heads.insert(std::upper_bound(heads.begin(), heads.end(), own), own);
  return heads;
}

}  // namespace shardscope
