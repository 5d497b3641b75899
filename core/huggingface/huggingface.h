// core/huggingface: Hugging Face's config.json → Model, by its own key names.
// In: the JSON's object. Out: a Model; what it says that isn't evaluated comes as notices. huggingface_types.h knows
// the model types by name, huggingface_rules.h what each means by its keys.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/fields/reader.h"

namespace shardscope {

/// `config` has a model_type. Keys that say nothing about shapes are ignored, null means absent, a nested text_config
/// is the language model. Defaults that the library's configuration class gives to absent keys are filled in for the
/// types that are known here; another type is read by its field names, with a notice that says so.
/// Meta's params.json is read as the config.json of the same model.
void read_huggingface(Reader& reader, const nlohmann::json& config, Model& model);

}  // namespace shardscope
