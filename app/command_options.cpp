#include "app/command_options.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>

namespace shardscope {

namespace {

constexpr const char* scenario_help = "A preset's name, a file, a code, or - for stdin";

std::string usage_of_kind(const std::string& word) {
  return preset_kinds().contains(word)
             ? ""
             : "'" + word + "' is no kind; one of models, gpus, clusters, scenarios, frameworks, schemas";
}

/// A framework's table is a file to copy, not one that is printed.
std::string usage_of_shown_kind(const std::string& word) {
  const auto kind = preset_kinds().find(word);
  return kind != preset_kinds().end() && kind->second != PresetKind::frameworks
             ? ""
             : "'" + word + "' is no kind; one of models, gpus, clusters, scenarios, schemas";
}

/// "1.5" or "1,2,1.5"; the trouble in words where it isn't.
std::string read_times(const std::string& word, std::vector<double>& times) {
  times.clear();
  std::size_t begin = 0;
  while (begin <= word.size()) {
    const std::size_t comma = std::min(word.find(',', begin), word.size());
    double time = 0;
    if (!CLI::detail::lexical_cast(word.substr(begin, comma - begin), time))
      return "'" + word + "' is neither a time nor a list of times, as 1.5 or 1,2,1.5";
    times.push_back(time);
    begin = comma + 1;
  }
  return "";
}

std::string read_schedule(const std::string& word, ScheduleKind& kind) {
  std::string names;
  for (std::size_t i = 0; i < choices<ScheduleKind>().size(); ++i) {
    const Choice& choice = choices<ScheduleKind>()[i];
    kind = static_cast<ScheduleKind>(i);
    if (word == choice.json) return "";
    names += (i == 0 ? "" : ", ") + std::string(choice.json);
  }
  return "'" + word + "' is no schedule; one of " + names;
}

void add_times(CLI::App& app, const std::string& name, std::vector<double>& times, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [&times, name](const std::string& word) {
           if (std::string trouble = read_times(word, times); !trouble.empty())
             throw CLI::ValidationError(name, trouble);
         },
         help)
      ->type_name("T");
}

}  // namespace

const std::map<std::string, PresetKind>& preset_kinds() {
  static const std::map<std::string, PresetKind> names = {{"models", PresetKind::models},
                                                          {"model", PresetKind::models},
                                                          {"gpus", PresetKind::gpus},
                                                          {"gpu", PresetKind::gpus},
                                                          {"clusters", PresetKind::clusters},
                                                          {"cluster", PresetKind::clusters},
                                                          {"scenario", PresetKind::scenarios},
                                                          {"scenarios", PresetKind::scenarios},
                                                          {"schemas", PresetKind::schemas},
                                                          {"schema", PresetKind::schemas},
                                                          {"framework", PresetKind::frameworks},
                                                          {"frameworks", PresetKind::frameworks}};
  return names;
}

void add_settings(CLI::App& app, std::vector<std::string>& settings) {
  app.add_option("--set", settings, "Sets a field, as plan.tp=4; may be given many times")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->check([](const std::string& word) {
        return word.find('=') == std::string::npos || word[0] == '=' ? "'" + word + "' isn't KEY=VALUE" : "";
      });
}

CLI::App& add_report(CLI::App& app, Parsed& parsed) {
  CLI::App& report = *app.add_subcommand("report", "Evaluate scenarios: memory, step time, throughput, cost");
  report.add_option("SCENARIO", parsed.report.scenarios, scenario_help)->type_name("");
  report.add_flag("--text", parsed.text, "A page for the terminal (the default); several scenarios make a table");
  report.add_flag("--json", parsed.json, "The whole report; several scenarios make an array");
  report.add_flag("--markdown", parsed.markdown, "For a design document");
  report.add_flag("--csv", parsed.csv, "A header, then a row a scenario");
  report.add_flag("--jsonl", parsed.report.json_lines,
                  "A scenario a line on stdin, a report or an error a line on stdout");
  report.add_flag("--tensors", parsed.report.tensors,
                  "With --json: every stage's tensors, not the fullest stage's alone");
  report.add_flag("--strict", parsed.report.strict, "Exit status 3 where a plan doesn't fit or has a warning");
  report
      .add_option("--rules", parsed.report.rules,
                  "Checks a framework's own rules too, as megatron; as text, a page of what to know before a launch")
      ->type_name("NAME");
  add_settings(report, parsed.report.settings);
  return report;
}

CLI::App& add_list(CLI::App& app, Parsed& parsed) {
  CLI::App& list = *app.add_subcommand("list", "Name the presets of a kind");
  list.add_option("KIND", parsed.kind, "models, gpus, clusters, scenarios, frameworks or schemas")
      ->type_name("")
      ->required()
      ->check(usage_of_kind);
  list.add_flag("--json", parsed.list.json, "As an array of objects");
  return list;
}

CLI::App& add_show(CLI::App& app, Parsed& parsed) {
  CLI::App& show = *app.add_subcommand("show", "Print a preset as JSON");
  show.add_option("KIND", parsed.kind, "models, gpus, clusters, scenarios or schemas")
      ->type_name("")
      ->required()
      ->check(usage_of_shown_kind);
  show.add_option("NAME", parsed.show.name, "The preset's name; of scenarios also a code, or - for stdin")
      ->type_name("")
      ->required();
  return show;
}

CLI::App& add_draw(CLI::App& app, Parsed& parsed) {
  CLI::App& draw = *app.add_subcommand("draw", "Draw a view of the window to a PNG or an SVG, without a display");
  DrawOptions& options = parsed.draw.options;
  draw.add_option("SCENARIO", parsed.draw.scenario, scenario_help)->type_name("");  // the lab has none
  draw.add_option("--view", options.view,
                  "window, memory, timeline, step, cluster, network, matrix, sites, lab, run or launch")
      ->check(CLI::IsMember(
          {"window", "memory", "timeline", "step", "cluster", "network", "matrix", "sites", "lab", "run", "launch"}))
      ->type_name("NAME");
  draw.add_option("--size", parsed.size, "The picture's width and height in pixels")->type_name("WxH");
  draw.add_option("--scale", options.scale, "How large text is drawn, 0.5 to 4")
      ->check(CLI::Range(0.5, 4.0))
      ->check([](const std::string& word) {  // the range lets NaN through
        return std::isfinite(std::strtod(word.c_str(), nullptr)) ? std::string() : "'" + word + "' isn't a number";
      })
      ->type_name("S");
  draw.add_option("--theme", options.theme, "dark or light")
      ->check(CLI::IsMember({"dark", "light"}))
      ->type_name("NAME");
  draw.add_option("--to", options.to, "The picture's file, ending in .png or .svg")->type_name("FILE")->required();
  add_settings(draw, parsed.draw.settings);
  return draw;
}

CLI::App& add_validate(CLI::App& app, Parsed& parsed) {
  CLI::App& validate = *app.add_subcommand("validate", "Compare predictions with measured runs");
  validate
      .add_option("RUNS.json", parsed.validate.file,
                  "A file of measured runs, or - for stdin; without it the public runs")
      ->type_name("");
  validate.add_flag("--json", parsed.validate.json, "Every figure of every run, and the summary");
  return validate;
}

CLI::App& add_import(CLI::App& app, Parsed& parsed) {
  CLI::App& import =
      *app.add_subcommand("import", "Print a Hugging Face config.json as a model, or a launch script as a scenario");
  import
      .add_option("FILE", parsed.import.file,
                  "A config.json, a launch script or configuration, a scenario or its code, or - for stdin")
      ->type_name("")
      ->required();
  add_settings(import, parsed.import.settings);
  return import;
}

CLI::App& add_export(CLI::App& app, Parsed& parsed) {
  CLI::App& exported = *app.add_subcommand("export", "Write a scenario as a framework's launch flags or configuration");
  exported.add_option("SCENARIO", parsed.exported.scenario, scenario_help)->type_name("")->required();
  exported
      .add_option("--to", parsed.exported.framework,
                  "megatron, torchtitan, deepspeed, nanotron, megatron-bridge or fsdp2")
      ->type_name("NAME")
      ->required();
  exported.add_option("--launcher", parsed.launcher, "Wraps it in a script for torchrun or slurm")
      ->check(CLI::IsMember({"torchrun", "slurm"}))
      ->type_name("NAME");
  add_settings(exported, parsed.exported.settings);
  return exported;
}

CLI::App& add_claims(CLI::App& app, Parsed& parsed) {
  CLI::App& claims = *app.add_subcommand("claims", "What others wrote about training, beside what is computed");
  claims.add_flag("--json", parsed.claims.json, "Every claim with its numbers, ratio, verdict and arithmetic");
  return claims;
}

namespace {

/// How a picture among the files looks.
void add_looks(CLI::App& app, std::string& size, std::string& theme) {
  app.add_option("--size", size, "A picture's width and height in pixels")->type_name("WxH");
  app.add_option("--theme", theme, "A picture's colours, dark or light")
      ->check(CLI::IsMember({"dark", "light"}))
      ->type_name("NAME");
}

}  // namespace

CLI::App& add_pipeline(CLI::App& app, Parsed& parsed) {
  CLI::App& pipeline = *app.add_subcommand("pipeline", "A pipeline schedule alone, without a model");
  PipelineCommand& command = parsed.pipeline;
  pipeline
      .add_option_function<std::string>(
          "--schedule",
          [&command](const std::string& word) {
            if (std::string trouble = read_schedule(word, command.schedule); !trouble.empty())
              throw CLI::ValidationError("--schedule", trouble);
          },
          "Its name, as in plan.schedule")
      ->type_name("NAME")
      ->required();
  pipeline.add_option("--ranks", command.ranks, "Pipeline ranks")->type_name("P")->required();
  pipeline.add_option("--micro-batches", command.micro_batches, "Micro-batches of the step")
      ->type_name("M")
      ->required();
  pipeline.add_option("--virtual-stages", command.virtual_stages, "Chunks a rank, where the schedule takes several")
      ->type_name("V");
  add_times(pipeline, "--forward", command.forward, "A forward of one chunk; every time may be a list, one a rank");
  add_times(pipeline, "--backward-input", command.backward_input, "Its input gradient");
  add_times(pipeline, "--backward-weight", command.backward_weight, "Its weight gradient");
  add_times(pipeline, "--p2p", command.transfer, "A transfer to another rank, which keeps neither busy");
  add_times(pipeline, "--overlapped", command.overlapped, "A forward beside a whole backward, in DualPipe");
  pipeline
      .add_option("--memory-limit", command.memory_limit, "Micro-batch-chunks a rank may hold, for zb-auto and zb-v")
      ->type_name("K");
  pipeline.add_flag("--json", command.json, "Times, peaks and the order of passes");
  pipeline.add_flag("--order", command.order, "The order of passes, a line a rank");
  pipeline
      .add_option("--to", command.to,
                  "A file instead: .json is a trace for ui.perfetto.dev, .csv a row a pass, .svg and .png pictures, "
                  ".txt the order")
      ->type_name("FILE");
  add_looks(pipeline, parsed.size, command.theme);
  return pipeline;
}

CLI::App& add_balance(CLI::App& app, Parsed& parsed) {
  CLI::App& balance = *app.add_subcommand("balance", "Which layer sits where: the shortest step or the lowest peak");
  BalanceCommand& command = parsed.balance;
  balance.add_option("SCENARIO", command.scenario, scenario_help)->type_name("")->required();
  balance.add_option("--for", parsed.goal, "step (the default) or memory")
      ->check(CLI::IsMember({"step", "memory"}))
      ->type_name("GOAL");
  balance.add_flag("--json", command.json, "Both layouts, with their step and peak");
  balance.add_option("--save", command.save, "Writes the scenario with the layout found")->type_name("FILE");
  add_settings(balance, command.settings);
  return balance;
}

CLI::App& add_timeline(CLI::App& app, Parsed& parsed) {
  CLI::App& timeline = *app.add_subcommand("timeline", "Write the simulated step: every pass of every rank");
  TimelineCommand& command = parsed.timeline;
  timeline.add_option("SCENARIO", command.scenario, scenario_help)->type_name("")->required();
  timeline
      .add_option("--to", command.to,
                  "The file: .json is a trace for ui.perfetto.dev, .csv a row a pass, .svg and .png pictures")
      ->type_name("FILE")
      ->required();
  add_looks(timeline, parsed.size, command.theme);
  add_settings(timeline, command.settings);
  return timeline;
}

CLI::App& add_code(CLI::App& app, Parsed& parsed) {
  CLI::App& code = *app.add_subcommand("code", "Print a scenario as one word that any command reads back");
  code.add_option("SCENARIO", parsed.code.scenario, scenario_help)->type_name("")->required();
  add_settings(code, parsed.code.settings);
  return code;
}

}  // namespace shardscope
