// The file of sizes that Meta and Mistral put beside their own weights, params.json, as a config.json of the same
// model.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace shardscope {

/// Whether an object has the keys that tell one: dim, n_layers and n_heads, without a config.json's names.
[[nodiscard]] bool is_meta_params(const nlohmann::json& object);

/// The same by Hugging Face's names; nothing of an object that is none. Where hidden_dim isn't said, the MLP's width is
/// Meta's: two thirds of 4 dim, times ffn_dim_multiplier, up to the next multiple_of (meta-llama/llama3,
/// llama/model.py, FeedForward). A size that isn't a count stays as it is, for the reader to refuse by its name.
[[nodiscard]] std::optional<nlohmann::json> config_of_params(const nlohmann::json& params);

}  // namespace shardscope
