#include "core/scenario_json/schema.h"

#include <nlohmann/json.hpp>

#include "core/base/limits.h"
#include "core/base/units.h"
#include "core/fields/pool_fields.h"
#include "core/scenario_json/calibration_json.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/sections.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json described(Json schema, std::string description) {
  schema["description"] = std::move(description);
  return schema;
}

Json text_schema(std::string description) {
  return described({{"type", "string"}}, std::move(description));
}

Json definition(const char* name) {
  return {{"$ref", std::string("#/definitions/") + name}};
}

Json any_of(std::initializer_list<Json> forms) {
  Json list = Json::array();
  for (const Json& form : forms) list.push_back(form);
  return {{"anyOf", list}};
}

/// A bound as a whole number where it is one, as people would write it.
Json bound(double value) {
  const bool whole = value > -whole_below && value < whole_below && value == static_cast<double>(std::int64_t(value));
  return whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json number(const char* type, double min, double max) {
  return {{"type", type}, {"minimum", bound(min)}, {"maximum", bound(max)}};
}

Json whole(std::int64_t min, std::int64_t max) {
  return number("integer", static_cast<double>(min), static_cast<double>(max));
}

Json names_of(const Field& field) {
  Json names = Json::array();
  for (const Choice& choice : field.choices) names.push_back(std::string(choice.json));
  return names;
}

Json form_of(const Field& field) {
  switch (field.kind) {
    case FieldKind::count:
      return number("integer", field.min, field.max);
    case FieldKind::real:
      return number("number", field.min, field.max);
    case FieldKind::toggle:
      return {{"type", "boolean"}};
    case FieldKind::choice:
      return {{"enum", names_of(field)}};
    case FieldKind::text:
      return {{"type", holds_object(field) ? "object" : "string"}};
    case FieldKind::list:
      return {{"type", "array"}, {"items", number("integer", field.min, field.max)}};
    case FieldKind::names:
      return {{"type", "array"}, {"items", {{"enum", names_of(field)}}}};
  }
  return Json::object();
}

/// "Tensor parallelism: every matrix split over so many GPUs. In bytes/s. Default: 1 where dp > 1."
std::string words_of(const Field& field) {
  std::string words(field.help);
  if (field.unit != Unit::none && field.unit != Unit::share)
    words += " In " + std::string(entry_of(field.unit).symbol) + ".";
  if (field.optional && !field.when_absent.empty()) words += " Default: " + std::string(field.when_absent) + ".";
  return words;
}

/// An optional value may be null too, which means absent.
Json schema_of_value(const Field& field, bool optional) {
  Json schema = form_of(field);
  if (optional && schema.contains("type")) schema["type"] = Json::array({schema["type"], "null"});
  if (optional && schema.contains("enum")) schema["enum"].push_back(nullptr);
  Json titled = {{"title", std::string(field.label)}};
  titled.update(schema);
  return described(titled, words_of(field));
}

Json closed_object() {
  return {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
}

/// The field's value, the word that may stand for it, or an object with it and its parts.
Json schema_of_field(const Field& field) {
  const FieldWord& word = field.word;
  if (!word.json.empty())
    return described(any_of({{{"const", Json::parse(word.json)}}, schema_of_value(field, field.optional)}),
                     word.help.empty() ? words_of(field) : std::string(word.help));
  if (field.parts.empty()) return schema_of_value(field, field.optional);
  Json object = closed_object();
  const auto key_of = [&](const Field& part) { return std::string(part.path.substr(field.path.size() + 1)); };
  if (!field.own_key.empty()) object["properties"][std::string(field.own_key)] = schema_of_value(field, false);
  for (const Field& part : field.parts) object["properties"][key_of(part)] = schema_of_value(part, part.optional);
  const std::string wanted = field.own_key.empty() ? key_of(field.parts.front()) : std::string(field.own_key);
  object["required"] = Json::array({wanted});
  return any_of({schema_of_value(field, true), object});
}

/// The fields whose paths begin with `prefix` as an object that takes no other key; a dot within is an object again.
Json object_of(std::span<const Field> table, std::string_view prefix) {
  Json object = closed_object();
  for (const Field& field : table) {
    if (!field.path.starts_with(prefix)) continue;
    std::string_view rest = field.path.substr(prefix.size());
    Json* at = &object;
    for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
      Json& inner = (*at)["properties"][std::string(rest.substr(0, dot))];
      if (inner.is_null()) inner = closed_object();
      at = &inner;
      rest.remove_prefix(dot + 1);
    }
    (*at)["properties"][std::string(rest)] = schema_of_field(field);
  }
  return object;
}

/// What every file may say about itself; the evaluation doesn't read it.
void add_notes(Json& object) {
  Json& properties = object["properties"];
  properties["$schema"] = text_schema("The schema that an editor checks this file by.");
  if (!properties.contains("name")) properties["name"] = text_schema("The preset's name, that of its file.");
  if (!properties.contains("note")) properties["note"] = text_schema("A sentence for the reader.");
  if (!properties.contains("source")) properties["source"] = text_schema("Where the figures come from.");
  if (!properties.contains("estimate"))
    properties["estimate"] = described({{"type", "boolean"}}, "True where nobody has published these figures.");
  properties["order"] = described({{"type", "integer"}}, "Its place in lists; those without one come last.");
  properties["sources"] = described({{"type", Json::array({"object", "array", "string"})}},
                                    "Where single figures come from: a key's name and a sentence.");
}

Json preset_key(const char* what) {
  return text_schema(std::string("The ") + what + " preset that the other keys change.");
}

/// An object that names a preset, or says all of `required`.
void require_or_preset(Json& object, std::initializer_list<const char*> required) {
  Json keys = Json::array();
  for (const char* key : required) keys.push_back(key);
  object["anyOf"] = Json::array({{{"required", Json::array({"preset"})}}, {{"required", keys}}});
}

Json model_object() {
  Json ours = object_of(model_fields(), "model.");
  add_notes(ours);
  Json& keys = ours["properties"];
  keys["preset"] = preset_key("model");
  for (const ModelKeyAlias& each : model_key_aliases) {
    Json& also = keys[std::string(each.alias)];
    also = Json(keys[std::string(each.key)]);
    also["description"] = "Another name of " + std::string(each.key) + ".";
  }
  keys["sliding_window_pattern"] =
      described(any_of({keys["sliding_window_pattern"], {{"type", "string"}, {"pattern", "^alternate"}}}),
                "Every so many-th layer sees the whole sequence; \"alternate layers\" means 2.");
  keys["torch_dtype"] = text_schema("As in a Hugging Face configuration; the plan's precision counts.");
  keys["architectures"] =
      described({{"type", "array"}, {"items", {{"type", "string"}}}}, "As in a Hugging Face configuration.");
  require_or_preset(ours, {"num_hidden_layers", "hidden_size", "num_attention_heads", "vocab_size"});
  const Json has_type =
      any_of({{{"required", Json::array({"model_type"})}}, {{"required", Json::array({"text_config"})}}});
  return described(
      {{"type", "object"}, {"if", has_type}, {"then", Json::object()}, {"else", ours}},
      "A model by Hugging Face's names of its sizes, or a Hugging Face config.json as it stands (it says a "
      "model_type).");
}

Json gpu_object(bool in_cluster) {
  Json object = object_of(gpu_fields(), "cluster.gpu.");
  add_notes(object);
  Json& keys = object["properties"];
  keys["preset"] = preset_key("GPU");
  keys["vendor"] = text_schema("Who makes it.");
  keys["launch_year"] = described({{"type", "integer"}}, "When it came out.");
  keys["scale_up_name"] = text_schema("What its scale-up link is called.");
  keys["calibration"] = described(
      calibration_schema(),
      "What one's own runs say of its constants: factors on what each takes, and the share of the public spread left.");
  // An object with less changes the GPU of the cluster's preset.
  if (!in_cluster) require_or_preset(object, {"peak_flops", "memory_bytes", "memory_bandwidth", "scale_up_bandwidth"});
  return object;
}

Json topology_forms(const Json& fields) {
  Json level = closed_object();
  level["properties"]["level"] = described({{"enum", Json::array({"node", "rack", "pod", "hall"})}}, "Its name.");
  level["properties"]["fan_out"] = described(whole(1, limits::gpus_max), "Units of the level below.");
  for (const auto& [name, kind] : fields["properties"].items())
    if (kind.contains("properties"))
      for (const auto& [key, schema] : kind["properties"].items()) level["properties"][key] = schema;
  level["properties"]["gpus"] = described(whole(1, limits::gpus_max), "GPUs in one of it, instead of fan_out.");
  const Json levels = {{"type", "array"}, {"items", level}};
  Json object = fields;
  object["properties"]["levels"] = described(levels, "The levels of the network, the nearest first.");
  return described(any_of({object, levels, {{"type", "null"}}}), "The levels of the network above the node.");
}

Json site_forms(const Json& fields) {
  Json object = fields;
  object["properties"]["count"] = object["properties"]["number"];
  Json one = object;
  one["properties"]["name"] = text_schema("What the site is called.");
  return described(any_of({object, {{"type", "array"}, {"items", one}}, {{"type", "null"}}}),
                   "Sites that train together: their number, or a list with one object per site.");
}

Json pools_form() {
  Json pool = closed_object();
  Json& keys = pool["properties"];
  keys["gpu"] = any_of({{{"type", "string"}}, definition("gpu")});
  pool["required"] = Json::array({"gpu"});
  for (const PoolField& field : pool_fields()) {
    Json& schema = keys[std::string(field.key)];
    schema = schema_of_value(*field.of_cluster, !field.required);
    if (!field.help.empty()) schema["description"] = std::string(field.help);
    if (field.required) pool["required"].push_back(std::string(field.key));
  }
  keys["name"] = text_schema("What the pool is called.");
  return described({{"type", Json::array({"array", "null"})}, {"items", pool}},
                   "Several kinds of GPU in one cluster, instead of gpu and gpus.");
}

Json cluster_object(bool in_scenario) {
  Json object = object_of(cluster_fields(), "cluster.");
  add_notes(object);
  Json& keys = object["properties"];
  keys["preset"] = preset_key("cluster");
  keys["gpu"] = any_of({described({{"type", "string"}}, "A GPU preset's name."), definition("gpu")});
  keys["topology"] = topology_forms(keys["topology"]);
  keys["sites"] = site_forms(keys["sites"]);
  keys["pools"] = pools_form();
  Json own = {{"required", Json::array({"gpu"})}};
  if (in_scenario) own["required"].push_back("gpus");
  object["anyOf"] = Json::array({{{"required", Json::array({"preset"})}}, {{"required", Json::array({"pools"})}}, own});
  return object;
}

Json plan_object() {
  Json object = object_of(plan_fields(), "plan.");
  object["required"] = Json::array({"sequence_length", "micro_batch", "global_batch"});
  return object;
}

/// What a launch script said beyond the fields; import writes it.
Json launch_object() {
  const Json pair = {{"type", "array"},
                     {"items", Json::array({{{"type", "string"}}, Json::object()})},
                     {"minItems", 2},
                     {"maxItems", 2}};
  const Json pairs = {{"type", "array"}, {"items", pair}};
  Json object = {{"type", Json::array({"object", "null"})}, {"properties", Json::object()}};
  object["properties"] = {{"framework", {{"type", "string"}}},
                          {"flags", pairs},
                          {"left_out", {{"type", "array"}, {"items", {{"type", "string"}}}}},
                          {"environment", pairs},
                          {"script", pairs}};
  return described(object, "What a launch script said beyond the fields, so that it can be written again.");
}

Json scenario_object() {
  Json object = object_of(run_fields(), "");  // name, note, software; the run's own follow below
  add_notes(object);
  Json& keys = object["properties"];
  keys["shardscope"] = described({{"const", scenario_version}}, "The version of this form.");
  keys["model"] = any_of({described({{"type", "string"}}, "A model preset's name."), definition("model")});
  keys["cluster"] = any_of({described({{"type", "string"}}, "A cluster preset's name."), definition("cluster")});
  keys["plan"] = plan_object();
  keys["run"] = object_of(run_fields(), "run.");
  keys["launch"] = launch_object();
  Json conventions = Json::array();
  for (const Choice& choice : choices<FlopsConvention>()) conventions.push_back(std::string(choice.json));
  keys["flops_convention"] = described(any_of({{{"enum", conventions}}, {{"type", Json::array({"string", "null"})}}}),
                                       "How model FLOPs are counted.");
  object["required"] = Json::array({"model", "cluster", "plan"});
  return object;
}

}  // namespace

std::optional<Json> schema_of(std::string_view kind) {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}};
  const auto finish = [&](const char* title, const Json& body) {
    schema["title"] = title;
    schema.update(body);
    return schema;
  };
  if (kind == "model") return finish("A model of Shardscope", model_object());
  if (kind == "gpu") return finish("A GPU of Shardscope", gpu_object(false));
  if (kind == "cluster") schema["definitions"] = {{"gpu", gpu_object(true)}};
  if (kind == "cluster") return finish("A cluster of Shardscope", cluster_object(false));
  if (kind != "scenario") return std::nullopt;
  schema["definitions"] = {{"model", model_object()}, {"gpu", gpu_object(true)}, {"cluster", cluster_object(true)}};
  return finish("A scenario of Shardscope", scenario_object());
}

}  // namespace shardscope
