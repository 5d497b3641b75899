// What Hugging Face's library (transformers, 4.40 to 5.x) knows of a model_type without its file saying so: the
// defaults of the type's configuration class, and what its modeling code builds whatever the file says.
#pragma once

#include <optional>
#include <string_view>

namespace shardscope {

/// A JSON object by our field names (core/fields/fields_model.cpp), to be read before the file's own keys.
struct HuggingFaceType {
  std::string_view name;    // the model_type whose rules hold: "deepseek_v3" for "kimi_k2"
  std::string_view design;  // what the code builds
  std::string_view sizes;   // the configuration class's defaults
};

/// Nothing for a type that isn't known.
[[nodiscard]] std::optional<HuggingFaceType> huggingface_type(std::string_view model_type);

}  // namespace shardscope
