#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/explorer/write_picture.h"
#include "app/files/scenario_source.h"
#include "app/output/drawing.h"
#include "app/output/timeline_file.h"
#include "app/output/timeline_source.h"
#include "app/timeline/timeline_state.h"
#include "core/evaluate/evaluate.h"
#include "core/lanes/rank_lanes.h"

namespace shardscope {

namespace {

/// Why a rank's passes can't be taken apart.
std::string no_lanes(const Report& report, std::int32_t rank) {
  if (report.pools) return "--level operations: pools share this plan, whose stages run at rates of their own";
  return "--rank: " + std::to_string(rank) + " isn't a pipeline rank: there are " +
         std::to_string(report.timeline->ranks) + ", the first is 0";
}

/// Empty where the file was written, else why not.
std::string write_timeline(const TimelineCommand& command, const Report& report) {
  TimelineSource source = timeline_source(report);
  std::optional<RankLanes> lanes;
  if (command.operations) {
    const std::int32_t rank = command.rank.value_or(report.time ? report.time->critical_rank : 0);
    lanes = rank_lanes(report, rank);
    if (!lanes) return no_lanes(report, rank);
    source.lanes = &*lanes;
  }
  return write_timeline_file(command.to, source);
}

std::vector<Problem> write_picture(const TimelineCommand& command, const Presets& presets,
                                   const LaunchedScenario& said) {
  DrawOptions options;
  options.view = TimelineState::info.name;
  options.theme = command.theme;
  options.to = command.to;
  if (command.width > 0) options.width = command.width, options.height = command.height;
  const auto drawn = write_picture(presets, said, options);
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
  const auto level = std::make_shared<std::string>("passes");
  takes_names(app.add_option("--level", *level, "How far a trace goes: passes, or one rank's operations too"),
              {"passes", "operations"})
      ->type_name("passes|operations");
  add_number(app, "--rank", command.rank, {0, limits::passes_max},
             "The rank of those operations; else the one that sets the pace")
      ->type_name("RANK");
  add_theme(app, command.theme, "A picture's colours");
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return [&command, size, level]() -> std::optional<Problem> {
    command.operations = *level == "operations";
    if (command.operations && !command.to.ends_with(".json"))
      return wrong_words("operations goes with a .json", "--level");
    if (command.rank && !command.operations) return wrong_words("goes with --level operations", "--rank");
    if (const std::string why = timeline_ending_problem(command.to, false); !why.empty())
      return wrong_words(why, "--to");
    return read_size_of(command.to, *size, command.width, command.height);
  };
}

int run(const TimelineCommand& command, const Presets& presets, const Streams& streams) {
  const Outcome<ParsedScenario> loaded =
      load_scenario(command.scenario, command.inputs, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), command.scenario, streams);
  const LaunchedScenario& said = value_of(loaded).said;
  const Report report = evaluate(said.scenario);
  if (!report.timeline) return refuse(no_timeline(report), command.scenario, streams);
  if (is_picture(command.to)) {
    const std::vector<Problem> problems = write_picture(command, presets, said);
    return problems.empty() ? exit_status::done : refuse(problems, {}, streams);
  }
  const std::string why = write_timeline(command, report);
  if (why.empty()) return exit_status::done;
  streams.error << why << "\n";
  return exit_status::invalid_input;
}

}  // namespace shardscope
