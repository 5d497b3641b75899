#include <CLI/CLI.hpp>
#include <ostream>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/scenario_source.h"
#include "core/launch/export_launch.h"
#include "core/launch/import_launch.h"
#include "core/validate/validate.h"

namespace shardscope {

OptionsCheck add_options(CLI::App& app, ExportCommand& command) {
  app.add_option("SCENARIO", command.scenario, scenario_help)->type_name("")->required();
  app.add_option("--to", command.framework, "A framework, one of `shardscope list frameworks`")
      ->type_name("NAME")
      ->required();
  add_named(app, "--launcher", command.launcher, {Launcher::torchrun, Launcher::slurm},
            "Wraps it in a script for torchrun or slurm")
      ->type_name("NAME");
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return {};
}

int run(const ExportCommand& command, const Presets& presets, const Streams& streams) {
  const LaunchFramework* framework = find_framework(presets.frameworks, command.framework);
  if (framework == nullptr)
    return refuse_words(unknown_word(command.framework, "--to", framework_names(presets.frameworks)),
                        "shardscope: export", streams);
  const Outcome<ParsedScenario> loaded =
      load_scenario(command.scenario, command.inputs, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), command.scenario, streams);
  std::vector<Problem> errors = errors_among(validate(with_defaults(value_of(loaded).said.scenario)));
  if (!errors.empty()) {  // no machine could run it, so there is nothing to launch
    errors = at_their_flags(std::move(errors), value_of(loaded).places);
    for (Problem& problem : own_rule_problems(value_of(loaded), presets)) errors.push_back(std::move(problem));
    return refuse(errors, command.scenario, streams);
  }
  write_problems(streams.error, value_of(loaded).notices, command.scenario);
  streams.out << export_launch(value_of(loaded).said, *framework, command.launcher, presets).text;
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
