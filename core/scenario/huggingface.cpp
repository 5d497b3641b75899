#include "core/scenario/huggingface.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace shardscope {

namespace {

using nlohmann::json;

/// What the library's configuration class of a type says where the file says nothing (transformers 4.5x).
struct TypeDefaults {
  std::string_view type;
  bool gated = true, tied = false;
  bool attention_bias = false, output_bias = false, mlp_bias = false;
  bool qk_norm = false, parallel_residual = false, embedding_norm = false;
  Norm norm = Norm::rmsnorm;
  PositionEmbedding positions = PositionEmbedding::rope;
};
constexpr TypeDefaults biased_layernorm(std::string_view type, bool tied, PositionEmbedding positions) {
  return {.type = type,
          .gated = false,
          .tied = tied,
          .attention_bias = true,
          .output_bias = true,
          .mlp_bias = true,
          .parallel_residual = type == "gpt_neox",
          .embedding_norm = type == "bloom",
          .norm = Norm::layernorm,
          .positions = positions};
}
constexpr TypeDefaults known_types[] = {
    biased_layernorm("gpt2", true, PositionEmbedding::learned),
    biased_layernorm("gpt_neox", false, PositionEmbedding::rope),
    biased_layernorm("bloom", true, PositionEmbedding::alibi),
    {.type = "llama"},
    {.type = "mistral"},
    {.type = "mixtral"},
    {.type = "qwen2", .attention_bias = true},
    {.type = "qwen2_moe", .attention_bias = true},
    {.type = "qwen3", .qk_norm = true},
    {.type = "qwen3_moe", .qk_norm = true},
    {.type = "deepseek_v2"},
    {.type = "deepseek_v3"},
    {.type = "gemma", .tied = true},
    {.type = "gemma2", .tied = true},
    {.type = "phi3"},
    {.type = "nemotron", .gated = false, .norm = Norm::layernorm},
};

constexpr std::pair<std::string_view, std::string_view> other_names[] = {
    {"n_layer", "num_hidden_layers"},           {"n_embd", "hidden_size"},
    {"n_head", "num_attention_heads"},          {"n_inner", "intermediate_size"},
    {"n_positions", "max_position_embeddings"}, {"n_routed_experts", "num_experts"},
    {"num_local_experts", "num_experts"},       {"n_embed", "hidden_size"},
};

/// The language model's own keys, by our names, without nulls.
json plain_config(const json& config) {
  const auto nested = config.find("text_config");
  const json& source = nested != config.end() && nested->is_object() ? *nested : config;
  json plain = json::object();
  for (const auto& [key, value] : source.items())
    if (!value.is_null()) plain[key] = value;
  for (const auto& [theirs, ours] : other_names) {
    const auto found = plain.find(std::string(theirs));
    if (found != plain.end() && !plain.contains(std::string(ours))) plain[std::string(ours)] = *found;
  }
  return plain;
}

void take_defaults(const TypeDefaults& defaults, Model& model) {
  model.gated_mlp = defaults.gated;
  model.tie_word_embeddings = defaults.tied;
  model.attention_bias = defaults.attention_bias;
  if (defaults.output_bias != defaults.attention_bias) model.attention_output_bias = defaults.output_bias;
  model.mlp_bias = defaults.mlp_bias;
  model.qk_norm = defaults.qk_norm;
  model.use_parallel_residual = defaults.parallel_residual;
  model.embedding_norm = defaults.embedding_norm;
  model.norm = defaults.norm;
  model.position_embedding = defaults.positions;
}

/// For a type that isn't known: the norm by its epsilon's name, the gate by the activation's.
void guess_from_keys(const json& config, Model& model) {
  if (config.contains("layer_norm_eps") || config.contains("layer_norm_epsilon")) model.norm = Norm::layernorm;
  const auto activation = config.find("hidden_act");
  if (activation != config.end() && activation->is_string())
    model.gated_mlp = activation->get<std::string>() == "silu" || activation->get<std::string>() == "swish";
}

/// Keys whose value in the file replaces the type's default; of our kinds.
void read_known_keys(Reader& reader, const json& config, Scenario& scenario) {
  for (const Field& field : model_fields()) {
    const std::string key(field.path.substr(std::string_view("model.").size()));
    const bool ours_alone =
        key == "title" || key == "source" || key == "estimate" || key == "norm" || key == "gated_mlp";
    const auto found = config.find(key);
    if (ours_alone || found == config.end() || field.kind == FieldKind::choice) continue;
    read_field(reader, field, *found, scenario);
  }
}

}  // namespace

void read_huggingface(Reader& reader, const json& config, Model& model) {
  const json plain = plain_config(config);
  const auto type_key = plain.contains("model_type") ? plain.find("model_type") : config.find("model_type");
  const std::string type = type_key->is_string() ? type_key->get<std::string>() : std::string();
  const auto known = std::find_if(std::begin(known_types), std::end(known_types),
                                  [&](const TypeDefaults& defaults) { return defaults.type == type; });
  Scenario scenario;
  scenario.model.title = type;
  if (known != std::end(known_types)) {
    take_defaults(*known, scenario.model);
  } else {
    guess_from_keys(plain, scenario.model);
    reader.note("model.model_type",
                "\"" + shown(type) + "\" isn't a type that is known here: read by its field names, " +
                    (scenario.model.gated_mlp ? "gated" : "ungated") + " MLP and " +
                    std::string(label_of(scenario.model.norm)) + " assumed",
                "unknown-model-type");
  }
  read_known_keys(reader, plain, scenario);
  const auto use_window = plain.find("use_sliding_window");
  if (use_window != plain.end() && use_window->is_boolean() && !use_window->get<bool>())
    scenario.model.sliding_window.reset();
  for (const char* key : {"num_hidden_layers", "hidden_size", "num_attention_heads", "vocab_size"})
    if (!plain.contains(key)) fail_missing(reader, std::string("model.") + key);
  model = scenario.model;
}

}  // namespace shardscope
