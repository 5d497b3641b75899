#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/explorer/state/view_list.h"
#include "app/files/files.h"
#include "app/files/scenario_source.h"
#include "app/output/drawing.h"
#include "core/base/rule_names.h"
#include "core/launch/import_launch.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

/// The text of a launch, where it lies in a file of its own, with what was given to it.
SharedValue<LaunchSource> launch_source(const ReadSource& read) {
  if (read.kind != TextKind::launch || is_standard_input(read.source)) return {};
  if (read.text.size() > limits::launch_bytes_max) return {};
  return SharedValue(LaunchSource{read.source, read.text, read.outside});
}

/// False of a view that shows no scenario; the whole window shows one.
bool needs_scenario(std::string_view view) {
  const ViewEntry* entry = find_view(view);
  return entry == nullptr || entry->info.needs_scenario();
}

int draw_scenario(const LaunchedScenario& said, const DrawCommand& command, const Presets& presets,
                  const Streams& streams, const TakenIn& taken = {}) {
  const auto drawn = write_picture(presets, said, command.options, taken);
  if (!succeeded(drawn)) return refuse(problems_of(drawn), {}, streams);
  return exit_status::done;
}

}  // namespace

OptionsCheck add_options(CLI::App& app, DrawCommand& command) {
  DrawOptions& options = command.options;
  const auto size = std::make_shared<std::string>();
  app.add_option("SCENARIO", command.scenario, scenario_help)->type_name("");  // the lab has none
  const std::vector<std::string_view> views = picture_names();
  takes_names(app.add_option("--view", options.view, picture_names_in_words()), {views.begin(), views.end()})
      ->type_name("NAME");
  app.add_option("--size", *size, "The picture's width and height in pixels")->type_name("WxH");
  add_number(app, "--scale", options.scale, {0.5, 4, false}, "How large text is drawn, 0.5 to 4")->type_name("S");
  add_theme(app, options.theme, "Its colours");
  app.add_option("--to", options.to, "The picture's file, ending in .png or .svg")->type_name("FILE")->required();
  app.add_option("--log", options.log, "A training log that the view of logs shows beside the scenario")
      ->type_name("LOG");
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return [&command, size]() -> std::optional<Problem> {
    if (command.scenario.empty() && needs_scenario(command.options.view)) return wrong_words("is required", "SCENARIO");
    if (!is_picture(command.options.to)) return wrong_words("the picture's file ends in .png or .svg", "--to");
    return read_size(*size, command.options.width, command.options.height);
  };
}

int run(const DrawCommand& command, const Presets& presets, const Streams& streams) {
  // A view without a scenario is the same whatever is open; nothing is read for it.
  if (!needs_scenario(command.options.view) && !presets.scenarios.empty())
    return draw_scenario(presets.scenarios.front(), command, presets, streams);
  const std::string source = spoken_file(command.scenario);
  const Outcome<ReadSource> read = read_source(command.scenario, command.inputs, presets, streams.in);
  if (!succeeded(read)) return refuse(problems_of(read), source, streams);
  const Outcome<ParsedScenario> loaded = load_read(value_of(read), command.settings, presets);
  const ViewEntry* view = find_view(command.options.view);
  const bool shows_refused = view != nullptr && view->info.shows_refused && !presets.scenarios.empty();
  const SharedValue<LaunchSource> script = launch_source(value_of(read));
  if (!succeeded(loaded)) {
    if (!shows_refused || !script) return refuse(problems_of(loaded), source, streams);
    write_problems(streams.error, problems_of(loaded), source);
    return draw_scenario(presets.scenarios.front(), command, presets, streams,
                         {source, "a launch", {}, problems_of(loaded), {}, script});
  }
  const LaunchedScenario& said = value_of(loaded).said;
  std::vector<Problem> errors = validate(with_defaults(said.scenario));
  std::erase_if(errors, [](const Problem& problem) { return problem.severity != Severity::error; });
  if (!errors.empty()) {
    errors = at_their_flags(std::move(errors), value_of(loaded).places);
    for (Problem& problem : own_rule_problems(value_of(loaded), presets)) errors.push_back(std::move(problem));
    if (!shows_refused || !script) return refuse(errors, source, streams);
    write_problems(streams.error, errors, source);
  }
  std::vector<Problem> granted = value_of(loaded).notices;
  std::erase_if(granted, [](const Problem& notice) { return notice.rule != rule_name::taken_for_granted; });
  write_problems(streams.error, granted, source);
  TakenIn taken;
  if (const LaunchFramework* framework = find_framework(presets.frameworks, said.launch.framework)) {
    taken = {source, "a launch of " + framework->title, framework->preset, {}, {}};
    taken.notices = at_their_flags(value_of(loaded).notices, value_of(loaded).places);
    taken.source = script;
  }
  return draw_scenario(said, command, presets, streams, taken);
}

}  // namespace shardscope
