#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/frameworks/export_launch.h"
#include "core/frameworks/import_launch.h"
#include "core/frameworks/json_value.h"
#include "core/frameworks/scenario_names.h"
#include "core/scenario/write.h"
#include "core/transformer/layout.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

std::string line_of_json(const std::string& path, const Json& value) {
  return path + "=" + value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Everything of the scenario as said that isn't model, plan or launch.
std::vector<std::string> beside_the_plan(const Json& said) {
  std::vector<std::string> settings;
  for (const char* whole : {"name", "note", "cluster", "flops_convention"})
    if (said.contains(whole)) settings.push_back(line_of_json(whole, said[whole]));
  if (said.contains("run"))
    for (const auto& entry : said["run"].items()) settings.push_back(line_of_json("run." + entry.key(), entry.value()));
  return settings;
}

/// The model where flags don't say it; its preset's name where they say the rest.
std::vector<std::string> model_settings(const Scenario& scenario, const LaunchFramework& framework, const Json& said) {
  if (!says_model(framework)) return {line_of_json("model", said["model"])};
  if (scenario.model.preset.empty()) return {};
  return {line_of_json("model.preset", scenario.model.preset)};
}

bool same_stages(const Scenario& a, const Scenario& b) {
  const std::vector<StageContent> left = stage_layout(a.model, a.plan), right = stage_layout(b.model, b.plan);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const StageContent& x, const StageContent& y) {
                      return x.layers() == y.layers() && x.moe_layers == y.moe_layers && x.mtp_layers == y.mtp_layers &&
                             x.embedding == y.embedding && x.head == y.head;
                    });
}

Json recompute_json(const Scenario& filled) {
  const Names names = names_of(filled);
  Json object = Json::object();
  for (const char* key : {"mode", "modules", "layers", "method"})
    if (const Value& value = value_at(names, std::string("plan.recompute.") + key); !value.none())
      object[key] = json_from_value(value);
  return object;
}

/// Fields of model and plan in which two filled scenarios differ, as settings that make the second the first.
std::vector<std::string> differences(const Scenario& wanted, const Scenario& got) {
  std::vector<std::string> settings;
  const bool stages = same_stages(wanted, got);
  for (const auto& table : {model_fields(), plan_fields()})
    for (const Field& field : table) {
      const bool layout = field.path == "plan.stage_layers" || field.path == "plan.pipeline_layout";
      if (field.path == "plan.recompute" || field.path == "plan.offload" || (layout && stages)) continue;
      if (field.get(wanted) != field.get(got))
        settings.push_back(std::string(field.path) + "=" + json_text(field_value(field, wanted)));
    }
  if (wanted.plan.recompute != got.plan.recompute && wanted.plan.recompute)
    settings.push_back(line_of_json("plan.recompute", recompute_json(wanted)));
  if (wanted.plan.offload != got.plan.offload ||
      wanted.plan.offload_activations_layers != got.plan.offload_activations_layers) {
    const bool layers = wanted.plan.offload_activations_layers && wanted.plan.offload == Offload::activations;
    settings.push_back(
        line_of_json("plan.offload", layers ? Json{{"activations_layers", *wanted.plan.offload_activations_layers}}
                                            : Json(json_name(wanted.plan.offload))));
  }
  return settings;
}

}  // namespace

LaunchRemainder remainder_of(const Scenario& scenario, const LaunchFramework& framework,
                             const std::vector<GivenFlag>& flags, const Presets& presets) {
  const Json said = Json::parse(write_scenario(scenario, presets), nullptr, false);
  const Scenario filled = with_defaults(scenario);
  LaunchRemainder remainder;
  remainder.rest = beside_the_plan(said);
  remainder.rest.push_back(line_of_json("software.framework", json_name(scenario.software.framework)));
  remainder.rest.push_back(line_of_json("software.year", scenario.software.year));
  const std::vector<std::string> model = model_settings(scenario, framework, said);
  std::vector<std::string>& into =
      model.size() == 1 && model[0].starts_with("model=") ? remainder.plan : remainder.rest;
  into.insert(into.end(), model.begin(), model.end());
  LaunchWorld world;
  world.gpus = value_at(names_of(filled), "world_size").whole();
  world.gpus_per_node = filled.cluster.gpus_per_node;
  if (!says_model(framework)) world.model = &filled.model;
  const FlagReading reading = read_flags(framework, flags, world, presets);
  std::vector<std::string> settings = remainder.rest;
  if (&into == &remainder.plan) settings.insert(settings.end(), model.begin(), model.end());
  const Outcome<ParsedScenario> parsed =
      parse_scenario(scenario_json(framework, reading.names, true, {}), presets, settings);
  if (succeeded(parsed)) {
    const std::vector<std::string> more = differences(filled, with_defaults(value_of(parsed).scenario));
    remainder.plan.insert(remainder.plan.end(), more.begin(), more.end());
  } else {
    remainder.plan = {line_of_json("model", said["model"]), line_of_json("plan", said["plan"])};
  }
  return remainder;
}

}  // namespace shardscope
