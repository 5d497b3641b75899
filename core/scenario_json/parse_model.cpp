// A model: a preset's name, an object of fields, a Hugging Face config.json (an object with a
// model_type), or Meta's params.json.
#include <nlohmann/json.hpp>

#include "core/fields/reader.h"
#include "core/huggingface/huggingface.h"
#include "core/huggingface/meta_params.h"
#include "core/scenario_json/sections.h"

namespace shardscope {

namespace {

using GivenJson = nlohmann::json;

/// Other spellings of the same key, and "alternate layers" for a window on every second one.
GivenJson with_our_names(GivenJson object) {
  for (const ModelKeyAlias& each : model_key_aliases) {
    const auto found = object.find(each.alias);
    if (found == object.end()) continue;
    if (!object.contains(each.key)) object[std::string(each.key)] = *found;
    object.erase(std::string(each.alias));
  }
  const auto pattern = object.find("sliding_window_pattern");
  if (pattern != object.end() && pattern->is_string() &&
      pattern->get_ref<const std::string&>().starts_with("alternate"))
    *pattern = 2;
  return object;
}

}  // namespace

void read_model(Reader& reader, const GivenJson& value, Scenario& scenario) {
  if (value.is_string()) {
    take_preset(reader, value, "model", model_presets, scenario.model);
    return;
  }
  if (!is_object(reader, value, "model", name_or_object)) return;
  const auto nested = value.find("text_config");
  if (value.contains("model_type") || (nested != value.end() && nested->is_object()) || is_meta_params(value))
    return read_huggingface(reader, value, scenario.model);
  if (!read_preset(reader, value, "model", model_presets, scenario.model)) return;
  const GivenJson object = with_our_names(value);
  Keys keys;
  keys.taken = {"preset", "name"};
  keys.ignored = {"$schema", "sources", "note", "order", "torch_dtype", "architectures"};
  read_object(reader, object, "model.", keys, scenario);
  if (value.contains("preset")) return;
  read_name(object, scenario.model, model_presets, reader.presets);
  for (const char* key : {"num_hidden_layers", "hidden_size", "num_attention_heads", "vocab_size"})
    if (!object.contains(key)) fail_missing(reader, std::string("model.") + key);
}

}  // namespace shardscope
