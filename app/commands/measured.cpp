#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/refuse.h"
#include "app/files/scenario_source.h"
#include "app/output/log_page.h"
#include "core/diagnosis/explanations_json.h"
#include "core/logs/log_json.h"

namespace shardscope {

namespace {

constexpr std::size_t block_bytes = std::size_t{4} << 20;

/// Read in blocks, so that its length doesn't matter.
LogReading read_log(std::istream& in) {
  LogReader reader;
  std::string block(block_bytes, '\0');
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    reader.feed(std::string_view(block).substr(0, static_cast<std::size_t>(in.gcount())));
  }
  return reader.finish();
}

Outcome<LogReading> read_log_file(const std::string& file, std::istream& in) {
  if (file == "-") return read_log(in);
  std::ifstream stream(file, std::ios::binary);
  if (!stream || stream.peek() == std::ifstream::traits_type::eof()) {
    const char* why =
        stream.is_open() && stream.eof() ? "the log is empty, or no file" : "there is no such log to read";
    return std::vector<Problem>{{Severity::error, "", why, ""}};
  }
  return read_log(stream);
}

/// What the fastest GPU known reaches in its fastest precision; a log that prints more counts wrongly.
double fastest_flops(const Presets& presets) {
  double fastest = 0;
  for (const Gpu& gpu : presets.gpus)
    for (const auto member :
         {&PeakFlops::fp32, &PeakFlops::tf32, &PeakFlops::fp16, &PeakFlops::bf16, &PeakFlops::fp8, &PeakFlops::fp4})
      fastest = std::max(fastest, (gpu.peak_flops.*member).value_or(0));
  return fastest;
}

bool names_gpu(const std::vector<Setting>& settings) {
  return std::any_of(settings.begin(), settings.end(), [](const Setting& setting) {
    return setting.key == "cluster.gpu" || setting.key == "cluster" || setting.key == "cluster.gpu.preset" ||
           setting.key == "cluster.preset";
  });
}

/// A log with the plan that it is set beside.
struct LogBeside {
  MeasuredLog log;
  LogPlan plan;
  std::optional<BesidePrediction> beside;
  LogNeeds needs;                          // what would have to be given
  std::vector<WeighedCause> explanations;  // of a run that is the plan's
};

/// What is wrong with the settings, where the log makes a plan without them.
std::vector<Problem> wrong_settings(const MeasuredCommand& command, const LogBeside& set, const Presets& presets) {
  if (!command.scenario.empty() || command.settings.empty() || set.plan.problems.empty()) return {};
  return plan_of_log(set.log, presets).parsed ? set.plan.problems : std::vector<Problem>{};
}

LogBeside set_beside(const MeasuredCommand& command, const LogReading& reading, const Presets& presets,
                     const std::optional<ParsedScenario>& given) {
  LogBeside set{measured_log(reading, fastest_flops(presets)), {}, {}, {}, {}};
  set.plan = plan_of_log(set.log, presets, given ? std::vector<Setting>{} : command.settings);
  const std::optional<ParsedScenario>& scenario = given ? given : set.plan.parsed;
  if (given) set.plan.differing = differing_counts(set.plan, given->scenario);
  set.log = with_rates(std::move(set.log), set.plan, scenario ? &scenario->scenario : nullptr);
  set.needs.plan = !scenario;
  set.needs.gpu = scenario && !given && !names_gpu(command.settings);
  if (!scenario || set.needs.gpu) return set;
  if (!given) set.needs.assumed = assumptions_of(set.plan);
  const Report report = evaluate_loaded(*scenario);
  set.beside = beside_prediction(set.log, report);
  if (!set.beside) set.needs.problems = errors_among(report.problems);
  if (set.beside && !is_another_run(set.plan.differing)) set.explanations = explain(set.log, report);
  return set;
}

bool says_anything(const LogBeside& set) {
  return set.log.iterations > 0 || !set.log.memory.empty() || !set.log.arguments.empty() || !set.plan.said.empty();
}

}  // namespace

OptionsCheck add_options(CLI::App& app, MeasuredCommand& command) {
  app.add_option("LOG", command.logs, "Logs of training runs, or - for stdin")->type_name("")->required();
  app.add_option("--scenario", command.scenario, "The run's plan: a preset's name, a file, a launch script or a code")
      ->type_name("SCENARIO");
  app.add_flag("--json", command.json, "Every figure; several logs make an array");
  add_settings(app, command.settings);
  add_outside(app, command.inputs);
  return [&command]() -> std::string {
    const auto from_stdin = std::count(command.logs.begin(), command.logs.end(), "-");
    return from_stdin + (command.scenario == "-" ? 1 : 0) > 1 ? "- can be read once only" : "";
  };
}

namespace {

/// One log's answer: JSON into `array`, or a page; the exit status.
int answer(const MeasuredCommand& command, const std::string& file, const Presets& presets, const Streams& streams,
           const std::optional<ParsedScenario>& given, nlohmann::ordered_json& array) {
  const Outcome<LogReading> reading = read_log_file(file, streams.in);
  if (!succeeded(reading)) return refuse(problems_of(reading), file, streams);
  const LogBeside set = set_beside(command, value_of(reading), presets, given);
  if (const auto wrong = wrong_settings(command, set, presets); !wrong.empty()) return refuse(wrong, file, streams);
  if (command.json) array.push_back(log_json(file, set.log, set.plan, set.beside, explanations_json(set.explanations)));
  if (!says_anything(set))
    return refuse(std::vector<Problem>{{Severity::error, "", "no line of it is one of a training log", ""}}, file,
                  streams);
  if (!command.json) streams.out << text_of(log_page(file, set.log, set.plan, set.beside, set.needs, set.explanations));
  return exit_status::done;
}

}  // namespace

int run(const MeasuredCommand& command, const Presets& presets, const Streams& streams) {
  std::optional<ParsedScenario> given;
  if (!command.scenario.empty()) {
    Outcome<ParsedScenario> loaded =
        load_scenario(command.scenario, command.inputs, command.settings, presets, streams.in);
    if (!succeeded(loaded)) return refuse(problems_of(loaded), command.scenario, streams);
    given = std::move(std::get<0>(loaded));
  }
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  int status = exit_status::done;
  for (const std::string& file : command.logs)
    status = std::max(status, answer(command, file, presets, streams, given, array));
  if (command.json && !array.empty()) streams.out << json_text(command.logs.size() == 1 ? array.front() : array);
  streams.out.flush();
  return status;
}

}  // namespace shardscope
