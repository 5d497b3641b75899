#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/bare_model.h"
#include "app/files/scenario_source.h"
#include "core/fields/json_document.h"
#include "core/launch/import_launch.h"
#include "core/launch/import_notices.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/short_code.h"
#include "core/scenario_json/write.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

bool share_places(const Problem& a, const Problem& b) {
  return std::any_of(a.places.begin(), a.places.end(), [&](const auto& place) {
    return std::find(b.places.begin(), b.places.end(), place) != b.places.end();
  });
}

/// What its framework's rules say of it, then what is wrong whatever those say, where none refuses the same flag.
std::vector<Problem> faults_of(const ParsedScenario& parsed, const Presets& presets) {
  std::vector<Problem> faults = own_rule_problems(parsed, presets);
  const std::size_t of_rules = faults.size();
  for (const Problem& error : at_their_flags(validate(with_defaults(parsed.said.scenario)), parsed.places)) {
    const bool said =
        std::any_of(faults.begin(), faults.begin() + static_cast<std::ptrdiff_t>(of_rules),
                    [&](const Problem& rule) { return rule.severity != Severity::hint && share_places(rule, error); });
    if (error.severity == Severity::error && !said) faults.push_back(error);
  }
  return faults;
}

/// A scenario whole as it is said, to be kept in a file.
int print_scenario(const Outcome<ParsedScenario>& parsed, const std::string& file, const Presets& presets,
                   const Streams& streams) {
  if (!succeeded(parsed)) return refuse(problems_of(parsed), file, streams);
  std::vector<Problem> problems = with_branches_folded(value_of(parsed).notices);
  for (Problem& problem : faults_of(value_of(parsed), presets)) problems.push_back(std::move(problem));
  write_problems(streams.error, problems, file);
  streams.out << write_scenario(value_of(parsed).said, presets);
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
  add_inputs(app, command.inputs);
  return {};
}

int run(const ImportCommand& command, const Presets& presets, const Streams& streams) {
  const Outcome<ScenarioSource> named = source_of(command.file, command.inputs, presets);
  if (!succeeded(named)) return refuse(problems_of(named), command.file, streams);
  const auto& [file, outside] = value_of(named);
  const bool alone = outside == ShellOutside{};
  if (is_scenario_code(file))
    return print_scenario(parse_scenario_code(file, presets, command.settings), file, presets, streams);
  const Outcome<std::string> text = read_file_or_input(file, streams.in);
  if (!succeeded(text)) return refuse(problems_of(text), file, streams);
  const std::string& read = value_of(text);
  if (is_launch(read, file, presets.frameworks))
    return print_scenario(load_launch(read, file, command.settings, presets, outside), file, presets, streams);
  if (!alone) write_problems(streams.error, std::vector<Problem>{no_launch_script()}, file);
  if (is_scenario_code(read))
    return print_scenario(parse_scenario_code(read, presets, command.settings), file, presets, streams);
  if (is_scenario(read)) return print_scenario(parse_scenario(read, presets, command.settings), file, presets, streams);
  const Outcome<ParsedModel> parsed = model_of_config(read, presets);
  if (!succeeded(parsed)) return refuse(problems_of(parsed), file, streams);
  write_problems(streams.error, value_of(parsed).notices, file);
  streams.out << json_text(whole_model_json(value_of(parsed).model));
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
