#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/files/files.h"
#include "app/files/log_source.h"
#include "app/files/scenario_source.h"
#include "app/session/document/take_in.h"
#include "app/window/run_explorer.h"
#include "core/launch_text/launch_text.h"

namespace shardscope {

namespace {

/// Whether a value from outside would mend one of them.
bool ask_for_values(const std::vector<Problem>& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return problem.remedy.kind == RemedyKind::outside; });
}

/// A file of any kind that the window takes, opened there as if it had been dropped, a launch with settings and what is
/// given to it on top; refused before a window opens, but where the window has fields for what the launch asks for.
int explore_text(const ExploreCommand& command, const ScenarioSource& named, const std::string& text,
                 const Presets& presets, const Streams& streams) {
  const auto& [source, outside] = named;
  const std::string name = spoken_file(source);
  TakenIn refused;
  const ShellOutside all = is_standard_input(source) ? outside : with_files_beside(text, source, presets, outside);
  Outcome<TakenScenario> taken =
      take_in(text, name, presets.scenarios.front().scenario, presets, refused, command.settings, all);
  const bool alone = command.settings.empty() && outside == ShellOutside{};
  if (!succeeded(taken)) {
    const int status = refuse(problems_of(taken), source, streams);
    const bool can_be_given = !is_standard_input(source) && alone && ask_for_values(problems_of(taken));
    return can_be_given ? run_explorer(presets, std::nullopt, source) : status;
  }
  if (!is_standard_input(source) && alone) return run_explorer(presets, std::nullopt, source);
  TakenScenario& read = std::get<0>(taken);
  return run_explorer(presets, std::move(read.said), "", std::move(read.from));
}

}  // namespace

int run(const ExploreCommand& command, const Presets& presets, const Streams& streams) {
  ExploreCommand bare;
  bare.in_window = command.in_window;
  if (command == bare) return run_explorer(presets, std::nullopt, "");
  if (command.in_window && names_file(command.scenario, presets))
    return run_explorer(presets, std::nullopt, command.scenario);
  if (names_file(command.scenario, presets) && is_log_file(command.scenario))
    return run_explorer(presets, std::nullopt, command.scenario);
  const std::string first = command.scenario.empty() ? presets.scenarios.front().scenario.preset : command.scenario;
  const Outcome<ScenarioSource> named = source_of(first, command.inputs, presets);
  if (!succeeded(named)) return refuse(problems_of(named), first, streams);
  const auto& [source, outside] = value_of(named);
  const bool file = names_file(source, presets);
  std::error_code ignored;
  const bool is_text = is_standard_input(source) || (file && std::filesystem::exists(source, ignored));
  std::string text;
  if (is_text) {
    const Outcome<std::string> read = read_file_or_input(source, streams.in);
    if (!succeeded(read)) return refuse(problems_of(read), source, streams);
    text = value_of(read);
    const bool launch = is_launch(text, source, presets.frameworks);
    if (!presets.scenarios.empty() && (launch || (file && command.settings.empty())))
      return explore_text(command, value_of(named), text, presets, streams);
  }
  std::istringstream again(text);
  const Outcome<ParsedScenario> loaded = load_scenario(source, command.settings, presets, again, outside);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), source, streams);
  const LaunchedScenario& said = value_of(loaded).said;
  const bool saved_there = file && said.launch.framework.empty();  // a launch is never overwritten by a scenario
  return run_explorer(presets, said, saved_there ? source : "");
}

}  // namespace shardscope
