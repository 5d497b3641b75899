#include <CLI/CLI.hpp>
#include <algorithm>
#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <span>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/files.h"
#include "app/files/log_source.h"
#include "app/files/scenario_source.h"
#include "app/files/trace_source.h"
#include "app/output/runs/log_page.h"
#include "app/output/runs/trace_page.h"
#include "core/diagnosis/explanations_json.h"
#include "core/logs/log_json.h"
#include "core/profiler_trace/profile_json.h"
#include "core/scenario_json/write.h"
#include "core/script/evaluate_loaded.h"

namespace shardscope {

namespace {

/// What is wrong with the settings: of the plan that the log makes without them, or by themselves where it makes none.
std::vector<Problem> wrong_settings(const MeasuredCommand& command, const LogBeside& set, const Presets& presets) {
  if (!command.scenario.empty() || command.settings.empty() || set.plan.parsed) return {};
  if (plan_of_log(set.log, presets).parsed) return set.plan.problems;
  const Outcome<ParsedScenario> any =
      parse_scenario(write_scenario(presets.scenarios.front(), presets), presets, command.settings);
  std::vector<Problem> wrong = succeeded(any) ? std::vector<Problem>{} : problems_of(any);
  std::erase_if(wrong, [&](const Problem& problem) {  // those of the example beside them aren't theirs
    return std::none_of(command.settings.begin(), command.settings.end(), [&](const Setting& each) {
      return problem.path == each.key || problem.path.starts_with(each.key + ".");
    });
  });
  return wrong;
}

/// As JSON, what "assumed" has of each.
nlohmann::ordered_json reasons_json(std::span<const Problem> problems) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Problem& each : problems)
    list.push_back({{"path", each.path.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(each.path)},
                    {"message", each.message}});
  return list;
}

}  // namespace

OptionsCheck add_options(CLI::App& app, MeasuredCommand& command) {
  app.add_option("LOG", command.logs, "Logs of training runs or traces of PyTorch's profiler; - is a log from stdin")
      ->type_name("")
      ->required();
  app.add_option("--scenario", command.scenario, "The run's plan: a preset's name, a file, a launch script or a code")
      ->type_name("SCENARIO");
  app.add_flag("--json", command.json, "Every figure; several logs make an array");
  add_settings(app, command.settings);
  add_outside(app, command.inputs);
  return [&command]() -> std::optional<Problem> {
    std::vector<std::string> sources = command.logs;
    sources.push_back(command.scenario);
    return stdin_twice(sources);
  };
}

namespace {

/// The same of a profiler's trace, which says no plan.
int answer_of_trace(const MeasuredCommand& command, const std::string& file, const Streams& streams,
                    const std::optional<ParsedScenario>& given, nlohmann::ordered_json& array) {
  const Outcome<TraceReading> reading = read_trace_file(file);
  if (!succeeded(reading)) return refuse(problems_of(reading), file, streams);
  const std::optional<Report> report = given ? std::optional(evaluate_loaded(*given)) : std::nullopt;
  const TraceBeside trace = beside_report(traced_step(value_of(reading)), report ? &*report : nullptr);
  if (command.json) {
    std::vector<Problem> why = trace.problems;
    if (!trace.predicted && why.empty()) why = {{Severity::error, "", "the trace doesn't say its plan", "log-plan"}};
    array.push_back(profile_json(file, trace));
    array.back()["no_prediction"] = reasons_json(why);
  } else {
    streams.out << text_of(trace_page(file, trace));
  }
  return exit_status::done;
}

/// One log's answer: JSON into `array`, or a page; the exit status.
int answer(const MeasuredCommand& command, const std::string& file, const Presets& presets, const Streams& streams,
           const std::optional<ParsedScenario>& given, nlohmann::ordered_json& array) {
  if (!is_standard_input(file) && is_trace_file(file)) return answer_of_trace(command, file, streams, given, array);
  const Outcome<LogReading> reading = read_log_file(file, streams.in, streams.stop);
  if (!succeeded(reading)) return refuse(problems_of(reading), file, streams);
  const LogBeside set = set_beside(value_of(reading), presets, given, command.settings);
  if (const auto wrong = wrong_settings(command, set, presets); !wrong.empty()) return refuse(wrong, file, streams);
  if (command.json) {
    array.push_back(log_json(file, set.log, set.plan, set.beside, explanations_json(set.explanations)));
    array.back()["no_prediction"] = reasons_json(why_unpredicted(set));
  }
  if (!says_anything(set))
    return refuse(std::vector<Problem>{{Severity::error, "", "no line of it is one of a training log", ""}}, file,
                  streams);
  if (!command.json) streams.out << text_of(log_page(file, set));
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
