#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/files.h"
#include "app/files/paths.h"
#include "app/files/scenario_source.h"
#include "core/base/edits.h"
#include "core/base/limits.h"
#include "core/scenario_json/schema.h"
#include "core/scenario_json/short_code.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// A schema as the field table makes it, else as its file has it.
std::string schema_text(const std::string& name) {
  if (const std::optional<Json> made = schema_of(name)) return json_text(*made);
  if (name.find('/') != std::string::npos) return "";
  const std::string file = (data_directory() / "presets" / "schema" / (name + ".schema.json")).string();
  const Outcome<std::string> text = read_text_file(file, limits::scenario_file_bytes_max);
  return succeeded(text) ? value_of(text) : "";
}

/// The preset's JSON, empty where there is none of that name.
std::string preset_text(const ListedKind& kind, const std::string& name, const Presets& presets) {
  if (std::holds_alternative<FileSchemas>(kind)) return schema_text(name);
  switch (std::get<PresetKind>(kind)) {
    case PresetKind::models:
      if (const Model* model = presets.model(name)) return json_text(model_json(*model));
      break;
    case PresetKind::gpus:
      if (const Gpu* gpu = presets.gpu(name)) return json_text(gpu_json(*gpu));
      break;
    case PresetKind::clusters:
      if (const Cluster* cluster = presets.cluster(name)) return json_text(cluster_json(*cluster));
      break;
    case PresetKind::scenarios:
      if (const LaunchedScenario* scenario = presets.launched(name)) return write_scenario(*scenario, presets);
      break;
    case PresetKind::frameworks:
      break;
  }
  return "";
}

std::vector<std::string> names_of(const ListedKind& kind, const Presets& presets) {
  if (const auto* of_presets = std::get_if<PresetKind>(&kind)) return preset_names(presets, *of_presets);
  std::vector<std::string> schemas;
  for (const auto& [name, title] : schema_kinds) schemas.emplace_back(name);
  return schemas;
}

}  // namespace

OptionsCheck add_options(CLI::App& app, ShowCommand& command) {
  add_kind(app, command.kind, true);
  app.add_option("NAME", command.preset, "The preset's name; of scenarios also a code, or - for stdin")
      ->type_name("")
      ->required();
  return {};
}

int run(const ShowCommand& command, const Presets& presets, const Streams& streams) {
  if (command.kind == ListedKind(PresetKind::scenarios) &&
      (is_standard_input(command.preset) || is_scenario_code(command.preset))) {
    const Outcome<ParsedScenario> loaded = load_scenario(command.preset, {}, presets, streams.in);
    if (!succeeded(loaded)) return refuse(problems_of(loaded), command.preset, streams);
    streams.out << write_scenario(value_of(loaded).said, presets);
    return exit_status::done;
  }
  const std::string text = preset_text(command.kind, command.preset, presets);
  if (text.empty()) {
    const std::string kind = plural_of(command.kind);
    Problem problem{Severity::error, {}, "there is no such preset among the " + kind, "preset-found"};
    problem.valid = names_of(command.kind, presets);
    const std::string near = nearest_name(command.preset, problem.valid);
    if (near.empty())
      problem.remedy = {RemedyKind::command, "shardscope list " + kind + " names them", {}, {}};
    else
      problem.message += "; did you mean " + near + "?";
    return refuse(std::vector{problem}, shown(command.preset), streams);
  }
  streams.out << text;
  return exit_status::done;
}

}  // namespace shardscope
