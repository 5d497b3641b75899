// The plan's keys that take more than one form.
#include <nlohmann/json.hpp>

#include "core/base/limits.h"
#include "core/fields/reader.h"
#include "core/scenario_json/sections.h"

namespace shardscope {

namespace {

using nlohmann::json;

const Field& field_of(std::string_view path) {
  return *find_field(path);
}

/// Layers of a stage that a special form names.
std::optional<std::int64_t> layer_count(const json& value) {
  const std::optional<std::int64_t> layers = whole_number(value);
  return layers && *layers >= 0 && *layers <= limits::layers_max ? layers : std::nullopt;
}

std::string wanted_layers() {
  return "a whole number from 0 to " + std::to_string(limits::layers_max);
}

bool* module_named(RecomputeModules& modules, std::string_view name) {
  if (name == "core_attn") return &modules.core_attn;
  if (name == "mlp") return &modules.mlp;
  if (name == "moe") return &modules.moe;
  if (name == "moe_act") return &modules.moe_act;
  if (name == "layernorm") return &modules.layernorm;
  if (name == "mla_up_proj") return &modules.mla_up_proj;
  if (name == "op") return &modules.op;
  return nullptr;
}

void read_modules(Reader& reader, const json& value, RecomputeModules& modules) {
  constexpr const char* names = "core_attn, mlp, moe, moe_act, layernorm, mla_up_proj, op";
  if (!value.is_array())
    return reader.fail("plan.recompute.modules", words_of(value) + " isn't a list of " + names, "field-value");
  for (const json& entry : value) {
    bool* module = entry.is_string() ? module_named(modules, entry.get_ref<const std::string&>()) : nullptr;
    if (module == nullptr)
      reader.fail("plan.recompute.modules", words_of(entry) + " is no module; it takes " + names, "field-value");
    else
      *module = true;
  }
}

void read_recompute_object(Reader& reader, const json& value, Scenario& scenario) {
  Recompute recompute;
  bool has_mode = false;
  for (const auto& [key, entry] : value.items()) {
    const std::string path = "plan.recompute." + shown(key);
    if (key == "mode") {
      const auto mode = entry.is_string() ? choice_named<RecomputeMode>(entry.get<std::string>()) : std::nullopt;
      has_mode = mode.has_value();
      if (mode) recompute.mode = *mode;
      if (!mode) reader.fail(path, words_of(entry) + " isn't one of none, selective, full", "field-value");
    } else if (key == "modules") {
      read_modules(reader, entry, recompute.modules);
    } else if (key == "layers") {
      recompute.layers = layer_count(entry);
      if (!recompute.layers) reader.fail(path, words_of(entry) + " isn't " + wanted_layers(), "field-value");
    } else if (key == "method") {
      const auto method = entry.is_string() ? choice_named<RecomputeMethod>(entry.get<std::string>()) : std::nullopt;
      if (method) recompute.method = *method;
      if (!method) reader.fail(path, words_of(entry) + " isn't one of block, uniform", "field-value");
    } else {
      reader.fail(path, "there is no such key; it takes mode, modules, layers, method", "unknown-key");
    }
  }
  if (!has_mode && !value.contains("mode")) fail_missing(reader, "plan.recompute.mode", "one of none, selective, full");
  scenario.plan.recompute = recompute;
}

void read_recompute(Reader& reader, const json& value, Scenario& scenario) {
  if (value.is_object()) return read_recompute_object(reader, value, scenario);
  read_field(reader, field_of("plan.recompute"), value, scenario);
}

void read_dp(Reader& reader, const json& value, Scenario& scenario) {
  if (value.is_string() && value.get_ref<const std::string&>() == "auto")
    scenario.plan.dp.reset();
  else if (value.is_number())
    read_field(reader, field_of("plan.dp"), value, scenario);
  else
    reader.fail("plan.dp", words_of(value) + " isn't \"auto\" or " + wanted(field_of("plan.dp")), "field-value");
}

void read_offload(Reader& reader, const json& value, Scenario& scenario) {
  if (!value.is_object()) return read_field(reader, field_of("plan.offload"), value, scenario);
  const auto layers = value.find("activations_layers"), optimizer = value.find("optimizer");
  const bool both = optimizer != value.end() && optimizer->is_boolean() && optimizer->get<bool>();
  const bool known = layers != value.end() && value.size() == (both ? 2 : 1);
  const std::optional<std::int64_t> count = known ? layer_count(*layers) : std::nullopt;
  if (!count)
    return reader.fail("plan.offload",
                       words_of(value) + " isn't {\"activations_layers\": N}, N " + wanted_layers() +
                           ", with \"optimizer\": true where that goes too",
                       "field-value");
  scenario.plan.offload = both ? Offload::optimizer : Offload::activations;
  scenario.plan.offload_activations_layers = count;
}

void read_padded_vocab(Reader& reader, const json& value, Scenario& scenario) {
  if (value.is_boolean() && !value.get<bool>()) {
    scenario.plan.pad_vocab = false;
    scenario.plan.padded_vocab.reset();
    return;
  }
  read_field(reader, field_of("plan.padded_vocab"), value, scenario);
}

}  // namespace

void read_plan(Reader& reader, const json& value, Scenario& scenario) {
  scenario.plan.dp = 1;  // absent means 1; "auto" follows the GPUs
  if (!is_object(reader, value, "plan")) return;
  using Special = void (*)(Reader&, const json&, Scenario&);
  constexpr std::pair<std::string_view, Special> specials[] = {
      {"dp", read_dp}, {"recompute", read_recompute}, {"offload", read_offload}, {"padded_vocab", read_padded_vocab}};
  Keys keys;
  for (const auto& [key, read] : specials) {
    keys.taken.push_back(key);
    const auto found = value.find(std::string(key));
    if (found != value.end() && !found->is_null()) read(reader, *found, scenario);
  }
  read_object(reader, value, "plan.", keys, scenario);
  for (const char* required : {"sequence_length", "micro_batch", "global_batch"})
    if (!value.contains(required)) fail_missing(reader, std::string("plan.") + required);
}

}  // namespace shardscope
