#include <filesystem>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>

#include "app/commands/commands.h"
#include "app/commands/refuse.h"
#include "app/files/files.h"
#include "app/files/scenario_source.h"
#include "app/session/take_in.h"
#include "app/window/run_explorer.h"
#include "core/base/limits.h"
#include "core/launch_text/launch_text.h"

namespace shardscope {

namespace {

/// A file of any kind that the window takes, opened there as if it had been dropped, a launch with settings on top;
/// refused before a window opens.
int explore_text(const ExploreCommand& command, const std::string& source, const std::string& text,
                 const Presets& presets, const Streams& streams) {
  const std::string name = source == "-" ? "stdin" : source;
  TakenIn refused;
  Outcome<TakenScenario> taken = take_in(text, name, presets.scenarios.front(), presets, refused, command.settings);
  if (!succeeded(taken)) return refuse(problems_of(taken), source, streams);
  if (source != "-" && command.settings.empty()) return run_explorer(presets, std::nullopt, source);
  TakenScenario& read = std::get<0>(taken);
  return run_explorer(presets, std::move(read.scenario), "", std::move(read.from));
}

}  // namespace

int run(const ExploreCommand& command, const Presets& presets, const Streams& streams) {
  if (command.scenario.empty() && command.settings.empty()) return run_explorer(presets, std::nullopt, "");
  const std::string source = command.scenario.empty() ? presets.scenarios.front().preset : command.scenario;
  const bool file = names_file(source, presets);
  std::error_code ignored;
  const bool is_text = source == "-" || (file && std::filesystem::exists(source, ignored));
  std::string text;
  if (is_text) {
    const Outcome<std::string> read =
        file ? read_text_file(source, limits::scenario_file_bytes_max) : read_bounded(streams.in);
    if (!succeeded(read)) return refuse(problems_of(read), source, streams);
    text = value_of(read);
    const bool launch = is_launch(text, source, presets.frameworks);
    if (!presets.scenarios.empty() && (launch || (file && command.settings.empty())))
      return explore_text(command, source, text, presets, streams);
  }
  std::istringstream again(text);
  const Outcome<ParsedScenario> loaded = load_scenario(source, command.settings, presets, again);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), source, streams);
  const LaunchedScenario& scenario = value_of(loaded).scenario;
  const bool saved_there = file && scenario.launch.framework.empty();  // a launch is never overwritten by a scenario
  return run_explorer(presets, scenario, saved_there ? source : "");
}

}  // namespace shardscope
