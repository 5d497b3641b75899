#include <ostream>
#include <string>

#include "app/commands/commands.h"
#include "app/scenario_source.h"
#include "core/scenario/validate.h"

namespace shardscope {

namespace {

int fail(std::ostream& out, const std::vector<Problem>& problems, const std::string& where) {
  for (const std::string& line : lines_of(problems, where)) out << line << "\n";
  return exit_status::invalid_input;
}

int draw_scenario(const Scenario& scenario, const DrawCommand& command, const Presets& presets,
                  const Streams& streams) {
  const auto drawn = draw_view(presets, scenario, command.options);
  if (!succeeded(drawn)) return fail(streams.error, problems_of(drawn), {});
  return exit_status::done;
}

}  // namespace

int run_draw(const DrawCommand& command, const Presets& presets, const Streams& streams) {
  // The schedules without a model are the same whatever is open; nothing is read for them.
  if (command.options.view == "lab" && !presets.scenarios.empty())
    return draw_scenario(presets.scenarios.front(), command, presets, streams);
  const std::string source = command.scenario == "-" ? "stdin" : command.scenario;
  const Outcome<ParsedScenario> loaded = load_scenario(command.scenario, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return fail(streams.error, problems_of(loaded), source);
  const Scenario& scenario = value_of(loaded).scenario;
  std::vector<Problem> errors = validate(with_defaults(scenario));
  std::erase_if(errors, [](const Problem& problem) { return problem.severity != Severity::error; });
  if (!errors.empty()) return fail(streams.error, errors, source);
  return draw_scenario(scenario, command, presets, streams);
}

}  // namespace shardscope
