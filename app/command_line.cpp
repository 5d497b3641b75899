#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/command_options.h"

namespace shardscope {

namespace {

constexpr const char* examples =
    "Examples:\n"
    "  shardscope gpt4-25k-a100\n"
    "  shardscope report gpt4-25k-a100 --set plan.tp=4\n"
    "  shardscope list scenarios\n"
    "Exit status: 0 done; 1 the input is invalid; 2 the command line is wrong; 3 --strict, and the plan doesn't fit "
    "or has a warning.";

/// "1760x1080", each at least 16 and at most 16384, the largest picture that OpenGL drivers commonly allow.
std::string read_size(const std::string& word, DrawOptions& options) {
  int width = 0, height = 0;
  const std::size_t cross = word.find('x');
  if (cross == std::string::npos || !CLI::detail::lexical_cast(word.substr(0, cross), width) ||
      !CLI::detail::lexical_cast(word.substr(cross + 1), height) || std::min(width, height) < 16 ||
      std::max(width, height) > 16384)
    return "'" + word + "' is no size; WIDTHxHEIGHT, as 1760x1080, each from 16 to 16384";
  options.width = width;
  options.height = height;
  return "";
}

ReplyCommand wrong(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  return {"shardscope: " + message + " (shardscope --help says more)\n", exit_status::wrong_command_line};
}

Command chosen_report(Parsed& parsed) {
  ReportCommand& report = parsed.report;
  if (parsed.text + parsed.json + parsed.markdown + parsed.csv + report.json_lines > 1)
    return wrong("report: --text, --json, --markdown, --csv and --jsonl exclude each other");
  if (report.json_lines && report.strict) return wrong("report: --jsonl and --strict exclude each other");
  if (report.json_lines && !report.scenarios.empty())
    return wrong("report: --jsonl reads its scenarios from stdin and takes no SCENARIO");
  if (report.tensors && !parsed.json) return wrong("report: --tensors goes with --json");
  if (report.scenarios.empty() && !report.json_lines) return wrong("report: SCENARIO is required");
  if (std::count(report.scenarios.begin(), report.scenarios.end(), "-") > 1)
    return wrong("report: - can be read once only");
  if (parsed.json) report.format = OutputFormat::json;
  if (parsed.markdown) report.format = OutputFormat::markdown;
  if (parsed.csv) report.format = OutputFormat::csv;
  return report;
}

Command chosen_draw(Parsed& parsed) {
  if (parsed.draw.scenario.empty() && parsed.draw.options.view != "lab") return wrong("draw: SCENARIO is required");
  if (!parsed.draw.options.to.ends_with(".png") && !parsed.draw.options.to.ends_with(".svg"))
    return wrong("draw: --to: the picture's file ends in .png or .svg");
  if (!parsed.size.empty())
    if (std::string trouble = read_size(parsed.size, parsed.draw.options); !trouble.empty())
      return wrong("draw: --size: " + trouble);
  return parsed.draw;
}

/// Puts the picture's size into the command; what is wrong in words, or nothing.
template <class WithFile>
std::string take_size(WithFile& command, const std::string& word) {
  if (word.empty()) return {};
  if (!command.to.ends_with(".svg") && !command.to.ends_with(".png")) return "--size is for pictures, .svg and .png";
  DrawOptions size;
  if (std::string trouble = read_size(word, size); !trouble.empty()) return "--size: " + trouble;
  command.width = size.width, command.height = size.height;
  return {};
}

bool ends_in_one(const std::string& file, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return file.ends_with(ending); });
}

Command chosen_timeline(Parsed& parsed) {
  TimelineCommand& timeline = parsed.timeline;
  if (!ends_in_one(timeline.to, {".json", ".csv", ".svg", ".png"}))
    return wrong("timeline: --to: the file ends in .json, .csv, .svg or .png");
  if (const std::string trouble = take_size(timeline, parsed.size); !trouble.empty())
    return wrong("timeline: " + trouble);
  return timeline;
}

Command chosen_pipeline(Parsed& parsed) {
  PipelineCommand& pipeline = parsed.pipeline;
  if (pipeline.json + pipeline.order + !pipeline.to.empty() > 1)
    return wrong("pipeline: --json, --order and --to exclude each other");
  if (!pipeline.to.empty() && !ends_in_one(pipeline.to, {".json", ".csv", ".svg", ".png", ".txt"}))
    return wrong("pipeline: --to: the file ends in .json, .csv, .svg, .png or .txt");
  if (const std::string trouble = take_size(pipeline, parsed.size); !trouble.empty())
    return wrong("pipeline: " + trouble);
  return pipeline;
}

}  // namespace

Command parse_command_line(const std::vector<std::string>& arguments, std::string_view version) {
  Parsed parsed;
  CLI::App app("Shardscope shows what a split of an LLM's training over GPUs costs: memory, time, network, money.",
               "shardscope");
  app.set_version_flag("--version", "shardscope " + std::string(version));
  app.add_option("SCENARIO", parsed.explore.scenario, "Opens the window on a preset, a file, or - for stdin")
      ->type_name("");
  app.footer(examples);
  add_settings(app, parsed.explore.settings);
  app.require_subcommand(0, 1);
  const CLI::App& report = add_report(app, parsed);
  const CLI::App& list = add_list(app, parsed);
  const CLI::App& show = add_show(app, parsed);
  const CLI::App& draw = add_draw(app, parsed);
  const CLI::App& validate = add_validate(app, parsed);
  const CLI::App& import = add_import(app, parsed);
  const CLI::App& exported = add_export(app, parsed);
  const CLI::App& pipeline = add_pipeline(app, parsed);
  const CLI::App& balance = add_balance(app, parsed);
  const CLI::App& timeline = add_timeline(app, parsed);
  const CLI::App& claims = add_claims(app, parsed);
  const CLI::App& code = add_code(app, parsed);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return ReplyCommand{app.help()};
  } catch (const CLI::CallForVersion&) {
    return ReplyCommand{app.version() + "\n"};
  } catch (const CLI::ParseError& error) {
    return wrong(error.what());
  }
  const bool has_command = !app.get_subcommands().empty();
  if (has_command && !(parsed.explore.scenario.empty() && parsed.explore.settings.empty()))
    return wrong("SCENARIO and --set go after the command");
  if (report.parsed()) return chosen_report(parsed);
  if (list.parsed()) {
    parsed.list.kind = preset_kinds().at(parsed.kind);
    return parsed.list;
  }
  if (show.parsed()) {
    parsed.show.kind = preset_kinds().at(parsed.kind);
    return parsed.show;
  }
  if (draw.parsed()) return chosen_draw(parsed);
  if (timeline.parsed()) return chosen_timeline(parsed);
  if (validate.parsed()) return parsed.validate;
  if (import.parsed()) return parsed.import;
  if (parsed.launcher == "torchrun") parsed.exported.launcher = Launcher::torchrun;
  if (parsed.launcher == "slurm") parsed.exported.launcher = Launcher::slurm;
  if (exported.parsed()) return parsed.exported;
  if (pipeline.parsed()) return chosen_pipeline(parsed);
  if (parsed.goal == "memory") parsed.balance.goal = BalanceGoal::lowest_peak;
  if (balance.parsed()) return parsed.balance;
  if (claims.parsed()) return parsed.claims;
  if (code.parsed()) return parsed.code;
  return parsed.explore;
}

}  // namespace shardscope
