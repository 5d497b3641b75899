#include <CLI/CLI.hpp>
#include <ostream>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/scenario_source.h"
#include "core/scenario_json/short_code.h"
#include "core/validate/validate.h"

namespace shardscope {

OptionsCheck add_options(CLI::App& app, CodeCommand& command) {
  app.add_option("SCENARIO", command.scenario, scenario_help)->type_name("")->required();
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return {};
}

int run(const CodeCommand& command, const Presets& presets, const Streams& streams) {
  const Outcome<ParsedScenario> loaded =
      load_scenario(command.scenario, command.inputs, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), command.scenario, streams);
  // The code is of what was said; who reads it will be told the same.
  const std::vector<Problem> errors = errors_among(validate(with_defaults(value_of(loaded).said.scenario)));
  if (!errors.empty()) streams.error << "shardscope: code: every reader will refuse this scenario:\n";
  for (const Problem& problem : errors) streams.error << line_of(problem, {}) << "\n";
  streams.out << scenario_code(value_of(loaded).said, presets) << "\n";
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
