#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>
#include <string>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/refuse.h"
#include "app/explorer/write_picture.h"
#include "app/files/scenario_source.h"
#include "app/output/timeline_file.h"
#include "app/output/timeline_source.h"
#include "core/evaluate/evaluate.h"

namespace shardscope {

namespace {

/// Empty where the file was written, else why not.
std::string write_timeline(const TimelineCommand& command, const Report& report) {
  SvgOptions options;
  if (command.width > 0) options = {command.width, command.height};
  return write_timeline_file(command.to, timeline_source(report),
                             command.theme == "light" ? light_theme() : dark_theme(), options);
}

std::vector<Problem> write_picture(const TimelineCommand& command, const Presets& presets,
                                   const LaunchedScenario& scenario) {
  DrawOptions options;
  options.view = "timeline";
  options.theme = command.theme;
  options.to = command.to;
  if (command.width > 0) options.width = command.width, options.height = command.height;
  const auto drawn = write_picture(presets, scenario, options);
  return succeeded(drawn) ? std::vector<Problem>{} : problems_of(drawn);
}

}  // namespace

OptionsCheck add_options(CLI::App& app, TimelineCommand& command) {
  const auto size = std::make_shared<std::string>();
  app.add_option("SCENARIO", command.scenario, scenario_help)->type_name("")->required();
  app.add_option("--to", command.to,
                 "The file: .json is a trace for ui.perfetto.dev, .csv a row per pass, .svg and .png pictures")
      ->type_name("FILE")
      ->required();
  app.add_option("--size", *size, "A picture's width and height in pixels")->type_name("WxH");
  add_theme(app, command.theme, "A picture's colours, dark or light");
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return [&command, size]() -> std::string {
    if (!ends_in_one(command.to, {".json", ".csv", ".svg", ".png"}))
      return "--to: the file ends in .json, .csv, .svg or .png";
    return read_picture_size(*size, command.to, command.width, command.height);
  };
}

int run(const TimelineCommand& command, const Presets& presets, const Streams& streams) {
  const Outcome<ParsedScenario> loaded =
      load_scenario(command.scenario, command.inputs, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), command.scenario, streams);
  const LaunchedScenario& scenario = value_of(loaded).scenario;
  const Report report = evaluate(scenario);
  if (!report.timeline) return refuse(no_timeline(report), command.scenario, streams);
  if (command.to.ends_with(".png")) {
    const std::vector<Problem> problems = write_picture(command, presets, scenario);
    return problems.empty() ? exit_status::done : refuse(problems, {}, streams);
  }
  const std::string why = write_timeline(command, report);
  if (why.empty()) return exit_status::done;
  streams.error << why << "\n";
  return exit_status::invalid_input;
}

}  // namespace shardscope
