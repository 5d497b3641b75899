#include <filesystem>
#include <optional>
#include <ostream>
#include <string>

#include "app/commands/commands.h"
#include "app/commands/refuse.h"
#include "app/explorer/run_explorer.h"
#include "app/files.h"
#include "app/launch/take_in.h"
#include "app/scenario_source.h"
#include "core/limits.h"

namespace shardscope {

namespace {

/// A file of any kind that the window takes, opened there as if it had been dropped; refused before a window opens.
int explore_file(const std::string& file, const Presets& presets, const Streams& streams) {
  const Outcome<std::string> text = read_text_file(file, limits::scenario_file_bytes_max);
  if (!succeeded(text)) return refuse(problems_of(text), file, streams);
  TakenIn refused;
  const Outcome<TakenScenario> taken = take_in(value_of(text), file, presets.scenarios.front(), presets, refused);
  if (!succeeded(taken)) return refuse(problems_of(taken), file, streams);
  return run_explorer(presets, std::nullopt, file);
}

}  // namespace

int run_explore(const ExploreCommand& command, const Presets& presets, const Streams& streams) {
  if (command.scenario.empty() && command.settings.empty()) return run_explorer(presets, std::nullopt, "");
  const std::string source = command.scenario.empty() ? presets.scenarios.front().preset : command.scenario;
  std::error_code ignored;
  const bool file = names_file(source, presets);
  if (file && command.settings.empty() && !presets.scenarios.empty() && std::filesystem::exists(source, ignored))
    return explore_file(source, presets, streams);
  const Outcome<ParsedScenario> loaded = load_scenario(source, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), source, streams);
  const Scenario& scenario = value_of(loaded).scenario;
  const bool saved_there = file && scenario.launch.framework.empty();  // a launch is never overwritten by a scenario
  return run_explorer(presets, scenario, saved_there ? source : "");
}

}  // namespace shardscope
