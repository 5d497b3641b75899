#include "core/huggingface/huggingface.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/fields/json_document.h"
#include "core/huggingface/huggingface_rules.h"
#include "core/huggingface/huggingface_types.h"
#include "core/huggingface/meta_params.h"

namespace shardscope {

namespace {

using GivenJson = nlohmann::json;

constexpr const char* required[] = {"num_hidden_layers", "hidden_size", "num_attention_heads", "vocab_size"};

/// The language model's own object: of a model of several kinds, the one nested in it.
const GivenJson& language_config(const GivenJson& config) {
  for (const char* key : {"text_config", "llm_config", "language_config"}) {
    const auto nested = config.find(key);
    if (nested != config.end() && nested->is_object()) return *nested;
  }
  return config;
}

/// null means absent, and leaves the class its default, but where the class itself reads None: no compressed queries
/// (DeepSeek-V2-Lite), no window, no shared experts, a key-value head for each head.
constexpr const char* may_be_none[] = {"q_lora_rank", "sliding_window", "n_shared_experts", "num_key_value_heads"};

/// The file's keys by our names, without those that are null; what those were, by our names.
GivenJson take_nulls(GivenJson& said) {
  GivenJson nulls = GivenJson::object();
  for (const auto& [key, value] : said.items())
    if (value.is_null()) nulls[key] = value;
  for (const auto& [key, value] : nulls.items()) said.erase(key);
  rename_keys(said);
  rename_keys(nulls);
  return nulls;
}

/// A list with the same entry for every layer is that entry.
GivenJson single(const GivenJson& value) {
  if (!value.is_array() || value.empty()) return value;
  const bool same =
      std::all_of(value.begin(), value.end(), [&](const GivenJson& entry) { return entry == value.front(); });
  return same ? value.front() : value;
}

/// The first of the keys that has a value of the kind.
template <class Is>
const GivenJson* first_of(const GivenJson& object, std::initializer_list<const char*> keys, Is is) {
  for (const char* key : keys)
    if (const auto found = object.find(key); found != object.end() && is(*found)) return &*found;
  return nullptr;
}

/// Constants of norms, positions and activation, under whatever name the type has them; not one that can't be read.
void take_constants(HuggingFaceConfig& config) {
  const auto positive = [](const GivenJson& value) { return value.is_number() && value.get<double>() > 0; };
  const auto text = [](const GivenJson& value) { return value.is_string(); };
  const auto put = [&](const char* key, const GivenJson* value) {
    const GivenJson found = value != nullptr ? *value : GivenJson();
    config.said.erase(key);
    if (!found.is_null()) config.said[key] = found;
  };
  GivenJson positions = config.nested("rope_parameters");
  if (positions.empty()) positions = config.nested("rope_scaling");
  const GivenJson* theta = first_of(config.said, {"rope_theta", "rotary_emb_base"}, positive);
  put("rope_theta", theta != nullptr ? theta : first_of(positions, {"rope_theta"}, positive));
  put("rms_norm_eps",
      first_of(config.said, {"rms_norm_eps", "layer_norm_eps", "layer_norm_epsilon", "norm_epsilon", "norm_eps"},
               [&](const GivenJson& value) { return positive(value) && value.get<double>() <= 1; }));
  put("hidden_act", activation_of(config.said));
  positions.erase("rope_theta");
  const GivenJson* kind = first_of(positions, {"rope_type", "type"}, text);
  const bool scaled = !positions.empty() && (kind == nullptr || *kind != GivenJson("default"));
  const GivenJson object = positions;
  put("rope_scaling", scaled ? &object : nullptr);
}

/// What was assumed of a type that isn't known, and which of its sizes count for nothing.
void note_unknown_type(HuggingFaceConfig& config, const std::string& type) {
  rename_unknown(config);
  const std::string unread = unread_sizes(config.said);
  config.reader.note(
      "model.model_type",
      (type.empty() ? std::string("is missing") : "\"" + shown(type) + "\" isn't a type that is known here") +
          ": read by its field names; assumed: " + guess_design(config) +
          (unread.empty() ? std::string() : "; these keys look like sizes and count for nothing here: " + unread),
      "unknown-model-type");
}

/// Towers beside the language model, which alone is counted.
void note_other_towers(HuggingFaceConfig& config, const GivenJson& whole) {
  for (const char* key : {"vision_config", "audio_config", "speech_config", "image_config"})
    if (const auto tower = whole.find(key); tower != whole.end() && tower->is_object())
      config.reader.note(std::string("model.") + key,
                         "isn't counted: parameters, memory and time are those of the language model alone",
                         "other-tower");
}

/// Our fields, from the file where it says them, else from the defaults.
void read_fields(Reader& reader, const HuggingFaceConfig& config, Scenario& scenario) {
  for (const Field& field : model_fields()) {
    const std::string key(field.path.substr(std::string_view("model.").size()));
    const auto said = config.said.find(key);
    const auto assumed = config.defaults.find(key);
    const bool count = field.kind == FieldKind::count;
    if (said != config.said.end())
      read_field(reader, field, count ? single(*said) : *said, scenario);
    else if (assumed != config.defaults.end())
      read_field(reader, field, *assumed, scenario);
  }
}

}  // namespace

void read_huggingface(Reader& reader, const GivenJson& whole, Model& model) {
  if (const std::optional<GivenJson> config = config_of_params(whole)) return read_huggingface(reader, *config, model);
  const GivenJson& own = language_config(whole);
  std::string type = text_at(own, "model_type");
  if (type.empty()) type = text_at(whole, "model_type");
  HuggingFaceConfig config{reader};
  config.said = own;
  // Not a sentence of ours: what a file calls source or title is something else.
  for (const char* key : {"title", "source", "estimate"}) config.said.erase(key);
  const GivenJson nulls = take_nulls(config.said);
  if (const auto tied = whole.find("tie_word_embeddings");
      tied != whole.end() && !tied->is_null() && !own.contains("tie_word_embeddings"))
    config.said["tie_word_embeddings"] = *tied;
  const std::optional<HuggingFaceType> known = huggingface_type(type);
  if (known) {
    config.defaults = GivenJson::parse(known->design);
    config.defaults.update(GivenJson::parse(known->sizes));
  }
  for (const char* key : may_be_none)
    if (nulls.contains(key) && !config.said.contains(key)) config.defaults.erase(key);
  if (known)
    apply_type_rules(config, known->name);
  else
    note_unknown_type(config, type);
  note_other_towers(config, whole);
  apply_layer_lists(config);
  take_constants(config);
  Scenario scenario;
  scenario.model.title = type;
  read_fields(reader, config, scenario);
  for (const char* key : required)
    if (!config.said.contains(key) && !config.defaults.contains(key)) fail_missing(reader, std::string("model.") + key);
  model = scenario.model;
}

}  // namespace shardscope
