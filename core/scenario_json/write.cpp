#include "core/scenario_json/write.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/fields/pool_fields.h"
#include "core/scenario_json/calibration_json.h"
#include "core/scenario_json/parse.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json value_json(const Field& field, const FieldValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return nullptr;
  if (const auto* on = std::get_if<bool>(&value)) return *on;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) {
    const Json object = holds_object(field) ? Json::parse(*text, nullptr, false) : Json();
    return object.is_object() ? object : Json(*text);
  }
  if (field.kind == FieldKind::names) return Json::parse(text_of(field, value));
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) return *list;
  const std::int64_t count = std::get<std::int64_t>(value);
  if (field.kind == FieldKind::choice) return std::string(field.choices[static_cast<std::size_t>(count)].json);
  return count;
}

bool holds_word(const Field& field, const Scenario& scenario) {
  return field.word.holds != nullptr && field.word.holds(scenario);
}

}  // namespace

void put_at(Json& object, std::string_view path, Json value) {
  Json* at = &object;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    at = &(*at)[std::string(path.substr(0, dot))];
    path.remove_prefix(dot + 1);
  }
  (*at)[std::string(path)] = std::move(value);
}

Json field_json(const Field& field, const Scenario& scenario) {
  if (holds_word(field, scenario)) return Json::parse(field.word.json);
  const FieldValue own = field.get(scenario);
  if (field.parts.empty()) return value_json(field, own);
  Scenario alone = scenario;
  field.set(alone, own);
  const auto said = [&](const Field& part) { return part.get(scenario) != part.get(alone); };
  if (std::none_of(field.parts.begin(), field.parts.end(), said)) return value_json(field, own);
  Json object = Json::object();
  if (!field.own_key.empty()) object[std::string(field.own_key)] = value_json(field, own);
  for (const Field& part : field.parts)
    if (const FieldValue value = part.get(scenario); !std::holds_alternative<std::monostate>(value))
      object[std::string(part.path.substr(field.path.size() + 1))] = value_json(part, value);
  return object;
}

bool differs(const Field& field, const Scenario& one, const Scenario& other) {
  if (holds_word(field, one) != holds_word(field, other)) return true;
  const auto part_differs = [&](const Field& part) { return part.get(one) != part.get(other); };
  return field.get(one) != field.get(other) || std::any_of(field.parts.begin(), field.parts.end(), part_differs);
}

namespace {

/// The fields under a prefix, all of them or those that differ from `base`.
Json section(std::span<const Field> table, std::string_view prefix, const Scenario& scenario, const Scenario* base) {
  Json object = Json::object();
  for (const Field& field : table) {
    if (!field.path.starts_with(prefix)) continue;
    if (base == nullptr || differs(field, scenario, *base))
      put_at(object, field.path.substr(prefix.size()), field_json(field, scenario));
  }
  return object;
}

/// Pools of a mixed cluster; a GPU by its preset's name where it is the preset's.
void put_pools(Json& object, const Cluster& cluster, const Catalogue* presets) {
  if (cluster.pools.empty()) return;
  Json list = Json::array();
  for (const Pool& pool : cluster.pools) {
    const Gpu* preset = presets != nullptr ? presets->gpu(pool.gpu.preset) : nullptr;
    const bool same = preset != nullptr && *preset == pool.gpu;
    Json entry = {{"gpu", same ? Json(preset->preset) : gpu_json(pool.gpu)}};
    for (const PoolField& field : pool_fields())
      if (const FieldValue value = field.get(pool); !std::holds_alternative<std::monostate>(value))
        entry[std::string(field.key)] = value_json(*field.of_cluster, value);
    list.push_back(std::move(entry));
  }
  object["pools"] = std::move(list);
}

/// A preset's name where nothing differs, else the name with the differences, else all that differs from the defaults.
Json with_preset(const std::string& preset, Json differences) {
  if (preset.empty()) return differences;
  if (differences.empty()) return preset;
  Json object = {{"preset", preset}};
  object.update(differences);
  return object;
}

Json model_as_said(const Scenario& scenario, const Catalogue& presets) {
  Scenario base;
  const Model* preset = presets.model(scenario.model.preset);
  if (preset != nullptr) base.model = *preset;
  Json object = section(model_fields(), "model.", scenario, &base);
  if (preset != nullptr) return with_preset(preset->preset, object);
  for (const char* required : {"num_hidden_layers", "hidden_size", "num_attention_heads", "vocab_size"})
    put_at(object, required,
           value_json(*find_field(std::string("model.") + required),
                      find_field(std::string("model.") + required)->get(scenario)));
  return object;
}

Json gpu_as_said(const Scenario& scenario, const Catalogue& presets) {
  Scenario base;
  const Gpu* preset = presets.gpu(scenario.cluster.gpu.preset);
  if (preset != nullptr) base.cluster.gpu = *preset;
  Json object = section(gpu_fields(), "cluster.gpu.", scenario, preset != nullptr ? &base : nullptr);
  if (scenario.cluster.gpu.calibration != base.cluster.gpu.calibration)
    object["calibration"] = calibration_json(scenario.cluster.gpu.calibration);
  return with_preset(preset != nullptr ? preset->preset : std::string(), object);
}

Json cluster_as_said(const Scenario& scenario, const Catalogue& presets) {
  Scenario base;
  const Cluster* preset = presets.cluster(scenario.cluster.preset);
  if (preset != nullptr) base.cluster = *preset;
  Json object = Json::object();
  const bool same_gpu = preset != nullptr && scenario.cluster.gpu == preset->gpu;
  if (!same_gpu) object["gpu"] = gpu_as_said(scenario, presets);
  object.update(section(cluster_fields(), "cluster.", scenario, &base));
  if (preset == nullptr) object["gpus"] = scenario.cluster.gpus;
  put_pools(object, scenario.cluster, &presets);
  return with_preset(preset != nullptr ? preset->preset : std::string(), object);
}

Json plan_as_said(const Scenario& scenario) {
  Scenario base;
  base.plan.dp = 1;
  Json object = section(plan_fields(), "plan.", scenario, &base);
  for (const char* required : {"sequence_length", "micro_batch", "global_batch"}) {
    const Field& field = *find_field(std::string("plan.") + required);
    object[required] = value_json(field, field.get(scenario));
  }
  return object;
}

void put_launch(Json& document, const Launch& launch) {
  if (launch == Launch{}) return;
  Json& object = document["launch"] = {{"framework", launch.framework}};
  const auto pairs = [&](const char* key, const std::vector<std::pair<std::string, std::string>>& all) {
    if (all.empty()) return;
    object[key] = Json::array();
    for (const auto& [name, text] : all) {
      const Json value = Json::parse(text, nullptr, false);
      object[key].push_back(Json::array({name, value.is_discarded() ? Json() : value}));
    }
  };
  pairs("flags", launch.flags);
  if (!launch.left_out.empty()) object["left_out"] = launch.left_out;
  if (launch.leaves_gpus_out) object["left_out"].push_back(gpus_left_out);
  pairs("environment", launch.environment);
  pairs("script", launch.script);
}

}  // namespace

std::string write_scenario(const Scenario& said, const Catalogue& presets) {
  return write_scenario(LaunchedScenario{said, {}}, presets);
}

std::string write_scenario(const LaunchedScenario& said, const Catalogue& presets) {
  const Scenario& scenario = said.scenario;
  const Scenario base;
  Json document = {{"shardscope", scenario_version}};
  if (!scenario.name.empty()) document["name"] = scenario.name;
  if (!scenario.note.empty()) document["note"] = scenario.note;
  document["model"] = model_as_said(scenario, presets);
  document["cluster"] = cluster_as_said(scenario, presets);
  document["plan"] = plan_as_said(scenario);
  if (Json run = section(run_fields(), "run.", scenario, &base); !run.empty()) document["run"] = std::move(run);
  if (Json software = section(run_fields(), "software.", scenario, &base); !software.empty())
    document["software"] = std::move(software);
  put_launch(document, said.launch);
  if (scenario.flops_convention != base.flops_convention)
    document["flops_convention"] = json_name(scenario.flops_convention);
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json model_json(const Model& model) {
  Scenario scenario;
  scenario.model = model;
  Json object = {{"name", model.preset}};
  object.update(section(model_fields(), "model.", scenario, nullptr));
  return object;
}

Json whole_model_json(const Model& model) {
  Scenario scenario;
  scenario.model = with_model_defaults(model);
  Json object = Json::object();
  for (const Field& field : model_fields()) {
    const FieldValue value = field.get(scenario);
    const auto* text = std::get_if<std::string>(&value);
    const bool empty = std::holds_alternative<std::monostate>(value) || (text != nullptr && text->empty());
    if (!empty && refusal(field, value).empty())
      put_at(object, field.path.substr(std::string_view("model.").size()), value_json(field, value));
  }
  return object;
}

Json gpu_json(const Gpu& gpu) {
  Scenario scenario;
  scenario.cluster.gpu = gpu;
  Json object = {{"name", gpu.preset}};
  object.update(section(gpu_fields(), "cluster.gpu.", scenario, nullptr));
  if (gpu.calibration.stands()) object["calibration"] = calibration_json(gpu.calibration);
  return object;
}

Json cluster_json(const Cluster& cluster) {
  Scenario scenario;
  scenario.cluster = cluster;
  Json object = {{"name", cluster.preset}};
  object["gpu"] = gpu_json(cluster.gpu);
  object.update(section(cluster_fields(), "cluster.", scenario, nullptr));
  put_pools(object, cluster, nullptr);
  return object;
}

Json evaluated_json(const Scenario& filled, const Launch& launch) {
  Json document = {{"shardscope", 1}, {"name", filled.name}};
  if (!filled.note.empty()) document["note"] = filled.note;
  document["model"] = model_json(filled.model);
  document["cluster"] = cluster_json(filled.cluster);
  document["plan"] = section(plan_fields(), "plan.", filled, nullptr);
  document["run"] = section(run_fields(), "run.", filled, nullptr);
  document["software"] = section(run_fields(), "software.", filled, nullptr);
  put_launch(document, launch);
  document["flops_convention"] = json_name(filled.flops_convention);
  return document;
}

}  // namespace shardscope
