// A Hugging Face config's own keys → ours, where a name or a meaning differs.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/reader.h"

namespace shardscope {

/// A config on its way to our field names. `said` holds the file's keys (renamed step by step), `defaults` what the
/// type's class and code give where the file says nothing; both by our names at the end.
struct HuggingFaceConfig {
  Reader& reader;
  nlohmann::json said = nlohmann::json::object();
  nlohmann::json defaults = nlohmann::json::object();

  /// The file's value, or the default; a value of the wrong kind is a problem and counts as the default.
  [[nodiscard]] bool flag(const char* key, bool otherwise) const;
  [[nodiscard]] std::optional<std::int64_t> count(const char* key) const;
  /// An object inside the config, such as MPT's attn_config; empty where there is none.
  [[nodiscard]] nlohmann::json nested(const char* key) const;
  /// Layers of the model, as far as they are known and sound; else 0.
  [[nodiscard]] std::int64_t layers() const;
  /// The key keeps no value, from the file or by default.
  void forget(const char* key);
  void set(const char* key, nlohmann::json value) { said[key] = std::move(value); }
};

/// n_embd → hidden_size and the like, whatever the type.
void rename_keys(nlohmann::json& config);

/// The same for a type that isn't known, by names that a known type may mean otherwise: d_ff, kv_channels, multi_query.
void rename_unknown(HuggingFaceConfig& config);

/// The MLP's activation under whatever name it has; nullptr where no text says it.
[[nodiscard]] const nlohmann::json* activation_of(const nlohmann::json& said);

/// What one type's keys mean: OPT's do_layer_norm_before, Falcon's multi_query, Llama 4's intermediate_size_mlp, …
/// `type` as huggingface_type() names it; does nothing for the others.
void apply_type_rules(HuggingFaceConfig& config, std::string_view type);

/// Lists with an entry per layer: layer_types and no_rope_layers to a window's pattern, mlp_layer_types and
/// mlp_only_layers to the MoE layers. A pattern of windows that no "every n-th layer is global" describes is noted.
void apply_layer_lists(HuggingFaceConfig& config);

/// Of a file's keys, those that look like sizes of a layer and that nothing here reads: "linear_num_value_heads". At
/// most so many as fit in a line.
[[nodiscard]] std::string unread_sizes(const nlohmann::json& said);

/// For a type that isn't known, by what its keys are called; what was assumed, in words.
[[nodiscard]] std::string guess_design(HuggingFaceConfig& config);

}  // namespace shardscope
