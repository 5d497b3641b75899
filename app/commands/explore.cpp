#include <optional>
#include <ostream>
#include <string>

#include "app/commands/commands.h"
#include "app/explorer/run_explorer.h"
#include "app/scenario_source.h"

namespace shardscope {

int run_explore(const ExploreCommand& command, const Presets& presets, const Streams& streams) {
  if (command.scenario.empty() && command.settings.empty()) return run_explorer(presets, std::nullopt, "");
  const std::string source = command.scenario.empty() ? presets.scenarios.front().preset : command.scenario;
  const Outcome<ParsedScenario> loaded = load_scenario(source, command.settings, presets, streams.in);
  if (!succeeded(loaded)) {
    for (const std::string& line : lines_of(problems_of(loaded), source == "-" ? "stdin" : source))
      streams.error << line << "\n";
    return exit_status::invalid_input;
  }
  return run_explorer(presets, value_of(loaded).scenario, names_file(source, presets) ? source : "");
}

}  // namespace shardscope
