#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "app/commands/commands.h"
#include "core/scenario/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The preset's JSON, empty where there is none of that name.
std::string preset_text(PresetKind kind, const std::string& name, const Presets& presets) {
  switch (kind) {
    case PresetKind::models:
      if (const Model* model = presets.model(name)) return text_of(model_json(*model));
      break;
    case PresetKind::gpus:
      if (const Gpu* gpu = presets.gpu(name)) return text_of(gpu_json(*gpu));
      break;
    case PresetKind::clusters:
      if (const Cluster* cluster = presets.cluster(name)) return text_of(cluster_json(*cluster));
      break;
    case PresetKind::scenarios:
      if (const Scenario* scenario = presets.scenario(name)) return write_scenario(*scenario, presets);
      break;
  }
  return "";
}

std::string plural_of(PresetKind kind) {
  switch (kind) {
    case PresetKind::models:
      return "models";
    case PresetKind::gpus:
      return "gpus";
    case PresetKind::clusters:
      return "clusters";
    case PresetKind::scenarios:
      break;
  }
  return "scenarios";
}

}  // namespace

int run_show(const ShowCommand& command, const Presets& presets, const Streams& streams) {
  const std::string text = preset_text(command.kind, command.name, presets);
  if (text.empty()) {
    const std::string kind = plural_of(command.kind);
    const std::string near = nearest_name(command.name, preset_names(presets, kind));
    streams.error << shown(command.name) << ": there is no such preset among the " << kind
                  << (near.empty() ? "; shardscope list " + kind + " names them" : "; did you mean " + near + "?")
                  << "\n";
    return exit_status::invalid_input;
  }
  streams.out << text;
  return exit_status::done;
}

}  // namespace shardscope
