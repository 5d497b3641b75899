#include "core/huggingface/meta_params.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/base/limits.h"
#include "core/base/saturating.h"

namespace shardscope {

namespace {

using GivenJson = nlohmann::json;

/// A whole number that may be a size; nothing of anything else.
std::optional<std::int64_t> size_at(const GivenJson& params, const char* key) {
  const auto found = params.find(key);
  if (found == params.end() || !found->is_number_integer()) return std::nullopt;
  const auto size = found->get<std::int64_t>();
  return size >= 1 && size <= limits::width_max ? std::optional(size) : std::nullopt;
}

/// Meta's width of a gated MLP.
std::optional<std::int64_t> mlp_width(const GivenJson& params) {
  const std::optional<std::int64_t> dim = size_at(params, "dim");
  if (!dim) return std::nullopt;
  const auto said = params.find("ffn_dim_multiplier");
  const double multiplier = said != params.end() && said->is_number() ? said->get<double>() : 1;
  if (!(multiplier > 0) || multiplier > 1000) return std::nullopt;
  const std::int64_t multiple = size_at(params, "multiple_of").value_or(256);
  const auto width =
      static_cast<std::int64_t>(multiplier * static_cast<double>(static_cast<std::int64_t>(8 * *dim / 3)));
  return divided_up(std::max<std::int64_t>(width, 1), multiple) * multiple;
}

void rename(GivenJson& config, const GivenJson& params, const char* from, const char* to) {
  if (const auto found = params.find(from); found != params.end() && !found->is_null()) config[to] = *found;
}

}  // namespace

bool is_meta_params(const GivenJson& object) {
  if (!object.is_object() || object.contains("hidden_size") || object.contains("model_type")) return false;
  return object.contains("dim") && object.contains("n_layers") && object.contains("n_heads");
}

std::optional<GivenJson> config_of_params(const GivenJson& params) {
  if (!is_meta_params(params)) return std::nullopt;
  GivenJson config = {{"model_type", "llama"}, {"tie_word_embeddings", false}};
  constexpr const char* names[][2] = {{"dim", "hidden_size"},
                                      {"n_layers", "num_hidden_layers"},
                                      {"n_heads", "num_attention_heads"},
                                      {"vocab_size", "vocab_size"},
                                      {"head_dim", "head_dim"},
                                      {"hidden_dim", "intermediate_size"},
                                      {"norm_eps", "rms_norm_eps"},
                                      {"rope_theta", "rope_theta"},
                                      {"max_seq_len", "max_position_embeddings"},
                                      {"sliding_window", "sliding_window"}};
  for (const auto& [from, to] : names) rename(config, params, from, to);
  rename(config, params, "n_heads", "num_key_value_heads");
  rename(config, params, "n_kv_heads", "num_key_value_heads");
  if (!config.contains("intermediate_size"))
    if (const std::optional<std::int64_t> width = mlp_width(params)) config["intermediate_size"] = *width;
  if (const auto vocabulary = params.find("vocab_size"); vocabulary != params.end() && *vocabulary == -1)
    config.erase("vocab_size");  // Llama 2's files leave it to the tokenizer
  if (const auto experts = params.find("moe"); experts != params.end() && experts->is_object()) {
    config["model_type"] = "mixtral";
    rename(config, *experts, "num_experts", "num_local_experts");
    rename(config, *experts, "num_experts_per_tok", "num_experts_per_tok");
  }
  return config;
}

}  // namespace shardscope
