#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/refuse.h"
#include "app/files/files.h"
#include "app/files/scenario_source.h"
#include "core/base/limits.h"
#include "core/fields/json_document.h"
#include "core/launch/import_launch.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/short_code.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

Outcome<ParsedScenario> scenario_of_launch(const ImportCommand& command, const std::string& text,
                                           const Presets& presets) {
  Outcome<ImportedLaunch> launch = import_launch(text, command.file, presets, command.settings);
  if (!succeeded(launch)) return problems_of(launch);
  return std::move(std::get<0>(launch).parsed);
}

/// A scenario whole as it is said, to be kept in a file.
int print_scenario(const Outcome<ParsedScenario>& parsed, const ImportCommand& command, const Presets& presets,
                   const Streams& streams) {
  if (!succeeded(parsed)) return refuse(problems_of(parsed), command.file, streams);
  write_problems(streams.error, value_of(parsed).notices, command.file);
  streams.out << write_scenario(value_of(parsed).scenario, presets);
  streams.out.flush();
  return exit_status::done;
}

/// Whether the text is a scenario's JSON: no key of those is in a config.json.
bool is_scenario(std::string_view text) {
  const Outcome<nlohmann::json> document = parse_document(text);
  return succeeded(document) && value_of(document).is_object() &&
         (value_of(document).contains("shardscope") || value_of(document).contains("plan"));
}

}  // namespace

OptionsCheck add_options(CLI::App& app, ImportCommand& command) {
  app.add_option("FILE", command.file,
                 "A config.json, a launch script or configuration, a scenario or its code, or - for stdin")
      ->type_name("")
      ->required();
  add_settings(app, command.settings);
  return {};
}

int run(const ImportCommand& command, const Presets& presets, const Streams& streams) {
  const bool from_stdin = command.file == "-";
  if (is_scenario_code(command.file))
    return print_scenario(parse_scenario_code(command.file, presets, command.settings), command, presets, streams);
  const Outcome<std::string> text =
      from_stdin ? read_bounded(streams.in) : read_text_file(command.file, limits::scenario_file_bytes_max);
  if (succeeded(text) && is_launch(value_of(text), command.file, presets.frameworks))
    return print_scenario(scenario_of_launch(command, value_of(text), presets), command, presets, streams);
  if (succeeded(text) && is_scenario_code(value_of(text)))
    return print_scenario(parse_scenario_code(value_of(text), presets, command.settings), command, presets, streams);
  if (succeeded(text) && is_scenario(value_of(text)))
    return print_scenario(parse_scenario(value_of(text), presets, command.settings), command, presets, streams);
  const Outcome<ParsedModel> parsed =
      succeeded(text) ? parse_huggingface(value_of(text), presets) : Outcome<ParsedModel>(problems_of(text));
  if (!succeeded(parsed)) return refuse(problems_of(parsed), command.file, streams);
  write_problems(streams.error, value_of(parsed).notices, command.file);
  streams.out << json_text(whole_model_json(value_of(parsed).model));
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
