#include <ostream>
#include <string>

#include "app/commands/commands.h"
#include "app/commands/refuse.h"
#include "app/files/scenario_source.h"
#include "core/launch/import_launch.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

int draw_scenario(const Scenario& scenario, const DrawCommand& command, const Presets& presets, const Streams& streams,
                  const TakenIn& taken = {}) {
  const auto drawn = draw_view(presets, scenario, command.options, taken);
  if (!succeeded(drawn)) return refuse(problems_of(drawn), {}, streams);
  return exit_status::done;
}

}  // namespace

int run_draw(const DrawCommand& command, const Presets& presets, const Streams& streams) {
  // The schedules without a model are the same whatever is open; nothing is read for them.
  if (command.options.view == "lab" && !presets.scenarios.empty())
    return draw_scenario(presets.scenarios.front(), command, presets, streams);
  const std::string source = command.scenario == "-" ? "stdin" : command.scenario;
  const Outcome<ParsedScenario> loaded = load_scenario(command.scenario, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), source, streams);
  const Scenario& scenario = value_of(loaded).scenario;
  std::vector<Problem> errors = validate(with_defaults(scenario));
  std::erase_if(errors, [](const Problem& problem) { return problem.severity != Severity::error; });
  if (!errors.empty()) return refuse(errors, source, streams);
  std::vector<Problem> granted = value_of(loaded).notices;
  std::erase_if(granted, [](const Problem& notice) { return notice.rule != "taken-for-granted"; });
  write_problems(streams.error, granted, source);
  TakenIn taken;
  if (const LaunchFramework* framework = find_framework(presets.frameworks, scenario.launch.framework)) {
    taken = {source, "a launch of " + framework->title, framework->preset, {}, {}};
    taken.notices = at_their_flags(value_of(loaded).notices, value_of(loaded).places);
  }
  return draw_scenario(scenario, command, presets, streams, taken);
}

}  // namespace shardscope
