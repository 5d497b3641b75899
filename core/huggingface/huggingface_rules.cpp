#include "core/huggingface/huggingface_rules.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/limits.h"
#include "core/base/saturating.h"
#include "core/fields/fields.h"
#include "core/scenario/activation.h"

namespace shardscope {

namespace {

using GivenJson = nlohmann::json;

constexpr std::pair<const char*, const char*> other_names[] = {
    {"n_layer", "num_hidden_layers"},
    {"n_layers", "num_hidden_layers"},
    {"num_layers", "num_hidden_layers"},
    {"n_embd", "hidden_size"},
    {"n_embed", "hidden_size"},
    {"d_model", "hidden_size"},
    {"n_head", "num_attention_heads"},
    {"n_heads", "num_attention_heads"},
    {"num_heads", "num_attention_heads"},
    {"attention_heads", "num_attention_heads"},
    {"n_head_kv", "num_key_value_heads"},
    {"num_kv_heads", "num_key_value_heads"},
    {"n_kv_heads", "num_key_value_heads"},
    {"n_inner", "intermediate_size"},
    {"ffn_dim", "intermediate_size"},
    {"ffn_hidden_size", "intermediate_size"},
    {"n_positions", "max_position_embeddings"},
    {"max_seq_len", "max_position_embeddings"},
    {"n_routed_experts", "num_experts"},
    {"num_local_experts", "num_experts"},
    {"moe_num_experts", "num_experts"},
    {"moe_topk", "num_experts_per_tok"},
    {"moe_top_k", "num_experts_per_tok"},
    {"num_experts_per_token", "num_experts_per_tok"},
    {"num_shared_experts", "n_shared_experts"},
    {"shared_intermediate_size", "shared_expert_intermediate_size"},
    {"attention_out_bias", "attention_output_bias"},
    {"num_mtp_layers", "num_nextn_predict_layers"},
};

/// What types that aren't known are seen to say, where a type that is known may mean something else by it.
constexpr std::pair<const char*, const char*> names_of_unknown[] = {
    {"d_ff", "intermediate_size"},
    {"dim_feedforward", "intermediate_size"},
    {"feed_forward_size", "intermediate_size"},
    {"d_head", "head_dim"},
    {"kv_channels", "head_dim"},
    {"d_kv", "head_dim"},
    {"tie_embeddings", "tie_word_embeddings"},
    {"padded_vocab_size", "vocab_size"},
    {"multi_query_group_num", "num_key_value_heads"},
};

constexpr const char* activation_keys[] = {"hidden_activation", "hidden_act", "activation_function", "activation"};

void apply_opt(HuggingFaceConfig& config) {
  if (!config.flag("enable_bias", true)) config.set("attention_bias", false), config.set("mlp_bias", false);
  if (!config.flag("layer_norm_elementwise_affine", true)) config.set("norm_vectors", 0);
  const bool before = config.flag("do_layer_norm_before", true);
  if (!before) config.set("norm_position", "after");
  if (!before || config.flag("_remove_final_layer_norm", false)) config.set("final_norm", false);
}

void apply_falcon(HuggingFaceConfig& config) {
  const bool bias = config.flag("bias", false);
  config.set("attention_bias", bias);
  config.set("mlp_bias", bias);
  if (config.flag("alibi", false)) config.set("position_embedding", "alibi");
  const bool grouped = config.flag("new_decoder_architecture", false);
  if (!grouped && config.flag("multi_query", true)) config.set("num_key_value_heads", 1);
  if (!grouped && !config.flag("multi_query", true)) config.forget("num_key_value_heads");
  const bool parallel = grouped || config.flag("parallel_attn", true);
  config.set("use_parallel_residual", parallel);
  config.set("shared_norm", parallel && (!grouped || config.count("num_ln_in_parallel_attn") == 1));
}

void apply_stablelm(HuggingFaceConfig& config) {
  config.set("attention_bias", config.flag("use_qkv_bias", false));
  config.set("attention_output_bias", false);
  config.set("shared_norm", config.flag("use_parallel_residual", false));
  if (config.flag("qk_layernorm", false)) config.set("qk_norm", true), config.set("qk_norm_whole", true);
}

/// The nested object's keys under our names.
void take_nested(HuggingFaceConfig& config, const char* object,
                 std::initializer_list<std::pair<const char*, const char*>> names) {
  const GivenJson inner = config.nested(object);
  for (const auto& [theirs, ours] : names)
    if (const auto found = inner.find(theirs); found != inner.end() && !found->is_null()) config.set(ours, *found);
}

void apply_llama4(HuggingFaceConfig& config) {
  const auto expert = config.said.find("intermediate_size");
  if (expert != config.said.end()) {
    config.said["moe_intermediate_size"] = *expert;
    config.said.erase("intermediate_size");
  }
  if (const auto dense = config.said.find("intermediate_size_mlp"); dense != config.said.end())
    config.set("intermediate_size", GivenJson(*dense));
  if (const auto step = config.count("interleave_moe_layer_step"); step && *step > 1) {
    config.set("moe_layer_freq", *step);
    config.set("moe_layer_offset", *step - 1);
  }
  if (const auto chunk = config.said.find("attention_chunk_size"); chunk != config.said.end())
    config.set("sliding_window", GivenJson(*chunk));
  if (const auto interval = config.count("no_rope_layer_interval")) config.set("sliding_window_pattern", *interval);
}

void apply_qwen(HuggingFaceConfig& config, bool moe) {
  if (!config.flag("use_sliding_window", false)) config.forget("sliding_window");
  const auto step = config.count("decoder_sparse_step");
  if (moe && step && *step > 1) config.set("moe_layer_freq", *step), config.set("moe_layer_offset", *step - 1);
  const auto full = config.count("max_window_layers");
  if (moe || !full || config.said.contains("layer_types") || !config.flag("use_sliding_window", false)) return;
  GivenJson types = GivenJson::array();
  for (std::int64_t i = 0; i < config.layers(); ++i)
    types.push_back(i < *full ? "full_attention" : "sliding_attention");
  config.set("layer_types", std::move(types));
}

void apply_mpt(HuggingFaceConfig& config) {
  take_nested(config, "attn_config", {{"kv_n_heads", "num_key_value_heads"}});
  const auto ratio = config.count("expansion_ratio");
  const auto hidden = config.count("hidden_size");
  if (ratio && hidden && *ratio > 0 && *ratio < 1024 && *hidden > 0 && *hidden <= limits::width_max)
    config.set("intermediate_size", *ratio * *hidden);
}

/// For each layer, whether the list says yes; empty where it isn't a list with an entry per layer at least.
std::vector<bool> layer_marks(const HuggingFaceConfig& config, const char* key, auto yes) {
  const auto list = config.said.find(key);
  const auto layers = static_cast<std::size_t>(config.layers());
  if (list == config.said.end() || !list->is_array() || list->size() < layers) return {};
  std::vector<bool> marks;
  for (std::size_t i = 0; i < layers; ++i) marks.push_back(yes((*list)[i]));
  return marks;
}

bool is_word(const GivenJson& value, std::string_view word) {
  return value.is_string() && value.get_ref<const std::string&>().find(word) != std::string::npos;
}

bool is_zero(const GivenJson& value) {
  return value.is_number() && value.get<double>() == 0;
}

void set_window_pattern(HuggingFaceConfig& config, const std::vector<bool>& global) {
  const auto count = std::count(global.begin(), global.end(), true);
  if (count == static_cast<std::ptrdiff_t>(global.size())) config.forget("sliding_window");
  if (count == 0 || count == static_cast<std::ptrdiff_t>(global.size())) {
    config.forget("sliding_window_pattern");
    return;
  }
  const auto first = static_cast<std::size_t>(std::find(global.begin(), global.end(), true) - global.begin()) + 1;
  bool regular = true;
  for (std::size_t i = 0; i < global.size(); ++i) regular = regular && global[i] == ((i + 1) % first == 0);
  const std::size_t nearest = (global.size() + static_cast<std::size_t>(count) / 2) / static_cast<std::size_t>(count);
  const std::size_t pattern = regular ? first : std::max<std::size_t>(nearest, 1);
  config.set("sliding_window_pattern", pattern);
  if (!regular)
    config.reader.note("model.layer_types",
                       std::to_string(count) + " of " + std::to_string(global.size()) +
                           " layers see all keys: counted as one in " + std::to_string(pattern),
                       "window-pattern-rounded");
}

void set_moe_layers(HuggingFaceConfig& config, const std::vector<bool>& moe) {
  std::vector<std::int64_t> layers;
  for (std::size_t i = 0; i < moe.size(); ++i)
    if (moe[i]) layers.push_back(static_cast<std::int64_t>(i));
  config.forget("moe_layer_freq");
  config.forget("moe_layer_offset");
  config.forget("first_k_dense_replace");
  const bool from_one_on = !layers.empty() && static_cast<std::size_t>(layers.front()) + layers.size() == moe.size();
  if (from_one_on)
    config.set("first_k_dense_replace", layers.front());
  else
    config.set("moe_layers", layers);
}

/// Qwen's MoE: layers by decoder_sparse_step, but for those listed.
void apply_dense_layers(HuggingFaceConfig& config) {
  const auto listed = config.said.find("mlp_only_layers");
  if (listed == config.said.end() || !listed->is_array() || listed->empty()) return;
  const std::int64_t step = at_least_one(config.count("decoder_sparse_step").value_or(1));
  std::vector<bool> moe;
  for (std::int64_t i = 0; i < config.layers(); ++i)
    moe.push_back((i + 1) % step == 0 && std::find(listed->begin(), listed->end(), GivenJson(i)) == listed->end());
  set_moe_layers(config, moe);
}

/// A key that the object has by our name already stays.
void rename(GivenJson& config, std::span<const std::pair<const char*, const char*>> names) {
  for (const auto& [theirs, ours] : names) {
    const auto found = config.find(theirs);
    if (found == config.end()) continue;
    const GivenJson value = *found;
    config.erase(theirs);
    if (!config.contains(ours)) config[ours] = value;
  }
}

}  // namespace

bool HuggingFaceConfig::flag(const char* key, bool otherwise) const {
  const auto found = said.find(key);
  if (found == said.end() || found->is_null()) return otherwise;
  if (found->is_boolean()) return found->get<bool>();
  reader.fail(std::string("model.") + key, words_of(*found) + " isn't true or false", "field-value");
  return otherwise;
}

std::optional<std::int64_t> HuggingFaceConfig::count(const char* key) const {
  auto found = said.find(key);
  if (found == said.end() || found->is_null()) {
    found = defaults.find(key);
    return found != defaults.end() ? whole_number(*found) : std::nullopt;
  }
  const std::optional<std::int64_t> number = whole_number(*found);
  if (!number) reader.fail(std::string("model.") + key, words_of(*found) + " isn't a whole number", "field-value");
  return number;
}

GivenJson HuggingFaceConfig::nested(const char* key) const {
  const auto found = said.find(key);
  return found != said.end() && found->is_object() ? *found : GivenJson::object();
}

std::int64_t HuggingFaceConfig::layers() const {
  const auto found = said.find("num_hidden_layers");
  const GivenJson& value = found != said.end() ? *found : defaults.value("num_hidden_layers", GivenJson());
  return std::clamp<std::int64_t>(whole_number(value).value_or(0), 0, limits::layers_max);
}

void HuggingFaceConfig::forget(const char* key) {
  said.erase(key);
  defaults.erase(key);
}

void rename_keys(GivenJson& config) {
  rename(config, other_names);
}

void rename_unknown(HuggingFaceConfig& config) {
  const bool groups = config.said.contains("multi_query_group_num"), padded = config.said.contains("padded_vocab_size");
  if (padded) config.said.erase("vocab_size");  // the matrix has the padded rows
  rename(config.said, names_of_unknown);
  const bool shared = config.flag("multi_query", false) || config.flag("multi_query_attention", false);
  if (shared && !groups && !config.said.contains("num_key_value_heads")) config.set("num_key_value_heads", 1);
  if (!shared && groups && (config.said.contains("multi_query") || config.said.contains("multi_query_attention")))
    config.forget("num_key_value_heads");
}

const GivenJson* activation_of(const GivenJson& said) {
  for (const char* key : activation_keys)
    if (const auto found = said.find(key); found != said.end() && found->is_string()) return &*found;
  return nullptr;
}

void apply_type_rules(HuggingFaceConfig& config, std::string_view type) {
  if (type == "opt") return apply_opt(config);
  if (type == "falcon") return apply_falcon(config);
  if (type == "stablelm") return apply_stablelm(config);
  if (type == "llama4_text") return apply_llama4(config);
  if (type == "mpt") return apply_mpt(config);
  if (type == "qwen2" || type == "qwen3") return apply_qwen(config, false);
  if (type == "qwen2_moe" || type == "qwen3_moe") return apply_qwen(config, true);
  if (type == "gpt_bigcode" && config.flag("multi_query", true)) config.set("num_key_value_heads", 1);
  if (type == "starcoder2" && !config.flag("use_bias", true))
    config.set("attention_bias", false), config.set("mlp_bias", false);
  if (type == "qwen2_moe" && !config.flag("qkv_bias", true)) config.set("attention_bias", false);
  if (type == "phi" && config.flag("qk_layernorm", false)) config.set("qk_norm", true);
  if (type == "glm4_moe" && config.flag("use_qk_norm", false)) config.set("qk_norm", true);
  if (type == "cohere" && config.flag("use_qk_norm", false))
    config.set("qk_norm", true), config.set("qk_norm_whole", true);
  if (type != "dbrx") return;
  take_nested(config, "attn_config", {{"kv_n_heads", "num_key_value_heads"}});
  take_nested(config, "ffn_config",
              {{"ffn_hidden_size", "intermediate_size"},
               {"moe_num_experts", "num_experts"},
               {"moe_top_k", "num_experts_per_tok"}});
}

void apply_layer_lists(HuggingFaceConfig& config) {
  const auto sees_all = [](const GivenJson& kind) { return is_word(kind, "full") || is_word(kind, "global"); };
  if (const auto global = layer_marks(config, "no_rope_layers", is_zero);
      !global.empty() && config.said.contains("attention_chunk_size"))
    set_window_pattern(config, global);
  if (const auto global = layer_marks(config, "layer_types", sees_all); !global.empty())
    set_window_pattern(config, global);
  const auto pattern = config.said.find("sliding_window_pattern");
  if (pattern != config.said.end() && pattern->is_string()) {  // "LLLG": local and global layers, repeated
    const std::string letters = pattern->get<std::string>();
    const auto global = static_cast<std::size_t>(std::count(letters.begin(), letters.end(), 'G'));
    if (global > 0) *pattern = letters.size() / global;
  }
  apply_dense_layers(config);
  if (const auto moe = layer_marks(config, "mlp_layer_types", [](const GivenJson& v) { return is_word(v, "sparse"); });
      !moe.empty())
    set_moe_layers(config, moe);
  if (const auto moe = layer_marks(config, "moe_layer_freq", [](const GivenJson& v) { return !is_zero(v); });
      !moe.empty())
    set_moe_layers(config, moe);
}

std::string unread_sizes(const GivenJson& said) {
  constexpr std::string_view parts[] = {"num_",    "_num",     "_size",        "_dim",        "_rank",     "_heads",
                                        "layers",  "interval", "_freq",        "_type",       "expert",    "n_",
                                        "mamba",   "conv",     "state",        "linear",      "ratio",     "_step",
                                        "window",  "chunk",    "block",        "d_model",     "hidden",    "hybrid",
                                        "d_inner", "ffn",      "feed_forward", "feedforward", "_channels", "_width"};
  constexpr std::string_view aside[] = {"num_labels",    "model_type",
                                        "num_beams",     "num_beam_groups",
                                        "rope_type",     "initializer",
                                        "vocab_size",    "torch_dtype",
                                        "_attn_",        "chunk_size_feed",
                                        "n_ctx",         "no_repeat",
                                        "encoder_no",    "num_return",
                                        "output_hidden", "tokenizer",
                                        "is_",           "original_max_pos",
                                        "quantization",  "router_aux",
                                        "drop",          "_eps",
                                        "_std",          "_coef"};
  constexpr std::size_t names_max = 10;
  const auto has_any = [](std::string_view key, std::span<const std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return key.find(word) != key.npos; });
  };
  std::string names;
  std::size_t count = 0;
  for (const auto& [key, value] : said.items()) {
    const bool size = value.is_number() || value.is_array() || value.is_string();
    if (!size || find_field("model." + key) != nullptr || !has_any(key, parts) || has_any(key, aside)) continue;
    if (++count <= names_max) names += (names.empty() ? "" : ", ") + shown(key);
  }
  return count > names_max ? names + " and " + std::to_string(count - names_max) + " more" : names;
}

std::string guess_design(HuggingFaceConfig& config) {
  const auto first_of = [&](std::initializer_list<const char*> keys) -> GivenJson {
    for (const char* key : keys)
      if (const auto found = config.said.find(key); found != config.said.end() && !found->is_null()) return *found;
    return {};
  };
  const auto any = [&](std::initializer_list<const char*> keys) { return !first_of(keys).is_null(); };
  const auto on = [&](std::initializer_list<const char*> keys) { return first_of(keys) == GivenJson(true); };
  const auto assume = [&](const char* key, const GivenJson& value) {
    if (!config.said.contains(key)) config.defaults[key] = value;
    return config.said.contains(key) ? config.said[key] : value;
  };
  const GivenJson* activation = activation_of(config.said);
  const bool gated = activation == nullptr || is_usually_gated(activation->get_ref<const std::string&>());
  const bool layernorm = any({"layer_norm_eps", "layer_norm_epsilon"}) && !any({"rms_norm_eps"});
  const bool every_bias = on({"use_bias", "bias", "add_bias_linear"});
  const bool qkv_bias = on({"qkv_bias", "use_qkv_bias", "add_qkv_bias", "attention_qkv_bias"});
  std::string words = assume("gated_mlp", gated) == GivenJson(true) ? "gated MLP" : "ungated MLP";
  words +=
      assume("norm", layernorm ? "layernorm" : "rmsnorm") == GivenJson("layernorm") ? ", layer norm" : ", RMS norm";
  if (!every_bias && qkv_bias) assume("attention_output_bias", false);
  const bool attention_bias = assume("attention_bias", every_bias || qkv_bias) == GivenJson(true);
  const bool mlp_bias = assume("mlp_bias", every_bias) == GivenJson(true);
  words += attention_bias && mlp_bias ? ", biases everywhere"
           : attention_bias           ? ", biases in attention"
                                      : ", no biases";
  const bool qk_norm = on({"use_qk_norm", "qk_layernorm", "use_qk_layernorm"});
  if (!any({"intermediate_size", "moe_intermediate_size"})) words += ", an MLP of four times the hidden size";
  words += assume("qk_norm", qk_norm) == GivenJson(true) ? ", query-key norm" : "";
  if (on({"alibi", "use_alibi"})) assume("position_embedding", "alibi");
  words += assume("tie_word_embeddings", false) == GivenJson(true) ? ", tied embeddings" : ", untied embeddings";
  return words + ", two norms per layer";
}

}  // namespace shardscope
