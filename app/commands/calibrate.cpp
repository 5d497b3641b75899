#include <CLI/CLI.hpp>
#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/files.h"
#include "app/files/keep_preset.h"
#include "app/files/log_source.h"
#include "app/files/paths.h"
#include "app/files/scenario_source.h"
#include "app/output/runs/calibration_page.h"
#include "core/base/limits.h"
#include "core/calibration/fit_json.h"
#include "core/calibration/observed_rates.h"
#include "core/calibration/observed_runs.h"
#include "core/measured/read_runs.h"
#include "core/presets/user_presets.h"

namespace shardscope {

namespace {

std::vector<Problem> problem(std::string message, std::string option = {}) {
  return {{Severity::error, std::move(option), std::move(message)}};
}

/// What is fitted to, and the GPU that all of it was measured on.
struct Material {
  std::vector<Observation> observations;
  std::vector<std::string> unpredicted;
  std::optional<Gpu> gpu;
};

/// Figures but for a calibration, by which one GPU is told from another.
Gpu uncalibrated(Gpu gpu) {
  gpu.calibration = {};
  gpu.preset.clear(), gpu.title.clear();
  return gpu;
}

std::vector<Problem> take_gpu(Material& material, const Gpu& gpu) {
  if (!material.gpu) material.gpu = gpu;
  if (uncalibrated(*material.gpu) == uncalibrated(gpu)) return {};
  const auto name = [](const Gpu& each) { return name_of(Pool{each, 0, {}, {}, {}}); };
  return problem("it ran on " + name(gpu) + " and what is before it on " + name(*material.gpu) +
                 ": one calibration is of one GPU");
}

std::vector<Problem> take_runs(Material& material, const std::string& text, const Presets& presets) {
  const Outcome<std::vector<MeasuredRun>> runs = read_runs(text, presets);
  if (!succeeded(runs)) return problems_of(runs);
  if (value_of(runs).empty()) return problem("it has no run");
  for (const MeasuredRun& run : value_of(runs)) {
    std::optional<Observation> observation = observed_run(run);
    if (!observation) {
      material.unpredicted.push_back(run.id);
      continue;
    }
    if (std::vector<Problem> other = take_gpu(material, run.scenario->cluster.gpu); !other.empty()) {
      other.front().path = run.id;
      return other;
    }
    material.observations.push_back(std::move(*observation));
  }
  return {};
}

std::vector<Problem> take_log(Material& material, const std::string& name, const LogReading& reading,
                              const Presets& presets, const std::optional<ParsedScenario>& given,
                              std::span<const Setting> settings) {
  const LogBeside set = set_beside(reading, presets, given, settings);
  if (!says_anything(set)) return problem("no line of it is one of a training log");
  if (!set.log.step_seconds) return problem("no line of it says a step's time or its tokens per second");
  if (set.needs.plan || set.needs.gpu)
    return problem(set.needs.plan ? "it doesn't say its whole plan: --scenario with its launch script or plan does"
                                  : "it doesn't say on which GPU it ran: --set cluster.gpu=NAME does");
  if (is_another_run(set.plan.differing))
    return problem("it is another run than the scenario's: " + set.plan.differing.front().path + " is " +
                   std::to_string(set.plan.differing.front().log) + " in the log");
  if (!set.beside) return set.needs.problems.empty() ? problem("nothing is predicted of its plan") : set.needs.problems;
  const Scenario& scenario = set.report->scenario;
  if (std::vector<Problem> other = take_gpu(material, scenario.cluster.gpu); !other.empty()) return other;
  material.observations.push_back(observed_step(name, set.log.step_seconds->median, scenario));
  return {};
}

std::string name_of_file(const std::string& file) {
  return spoken_file(file).substr(file.find_last_of('/') + 1);
}

/// What rates are measured on where no scenario says it: the GPU of --set cluster.gpu, on the usual network.
Outcome<ParsedScenario> scenario_of_rates(const std::optional<ParsedScenario>& given, std::span<const Setting> settings,
                                          const Presets& presets) {
  if (given) return *given;
  if (!names_gpu(settings)) return problem("it doesn't say on which GPU it was measured: --set cluster.gpu=NAME does");
  return parse_scenario(R"({"shardscope": 1, "model": "llama3-8b", "cluster": {"gpu": "h100-sxm", "gpus": 8},
      "plan": {"dp": "auto", "sequence_length": 4096, "micro_batch": 1, "global_batch": 1024}})",
                        presets, settings);
}

std::vector<Problem> take_rates(Material& material, const std::string& name, const std::string& text,
                                const ParsedScenario& measured_on) {
  const Scenario& scenario = measured_on.said.scenario;
  if (std::vector<Problem> other = take_gpu(material, scenario.cluster.gpu); !other.empty()) return other;
  Outcome<std::vector<Observation>> observed =
      is_nccl_output(text) ? observed_collectives(name, text, scenario) : observed_products(name, text, scenario);
  if (!succeeded(observed)) return problems_of(observed);
  for (Observation& each : std::get<0>(observed)) material.observations.push_back(std::move(each));
  return {};
}

bool holds_rates(const std::string& file) {
  constexpr std::size_t looked_at = std::size_t{1} << 16;
  const std::string beginning = beginning_of_file(file, looked_at);
  return is_nccl_output(beginning) || is_product_table(beginning);
}

/// A file of runs is one JSON object; what is neither that nor a table of rates is a log.
std::vector<Problem> take_file(Material& material, const CalibrateCommand& command, const std::string& file,
                               const std::optional<ParsedScenario>& given, const Presets& presets,
                               const Streams& streams) {
  if (file.ends_with(".json")) {
    const Outcome<std::string> text = read_text_file(file, limits::scenario_file_bytes_max);
    return succeeded(text) ? take_runs(material, value_of(text), presets) : problems_of(text);
  }
  if (holds_rates(file)) {
    const Outcome<std::string> text = read_text_file(file, limits::scenario_file_bytes_max);
    if (!succeeded(text)) return problems_of(text);
    const Outcome<ParsedScenario> on = scenario_of_rates(given, command.settings, presets);
    return succeeded(on) ? take_rates(material, name_of_file(file), value_of(text), value_of(on)) : problems_of(on);
  }
  const Outcome<LogReading> reading = read_log_file(file, streams.in, streams.stop);
  if (!succeeded(reading)) return problems_of(reading);
  return take_log(material, name_of_file(file), value_of(reading), presets, given, command.settings);
}

/// One scenario for all logs, or one a file in their order.
Outcome<std::vector<std::optional<ParsedScenario>>> scenarios_of(const CalibrateCommand& command,
                                                                 const Presets& presets, std::istream& in) {
  std::vector<std::optional<ParsedScenario>> scenarios;
  for (const std::string& source : command.scenarios) {
    Outcome<ParsedScenario> loaded = load_scenario(source, command.inputs, command.settings, presets, in);
    if (!succeeded(loaded)) {
      std::vector<Problem> problems = problems_of(loaded);
      problems.front().path = source + (problems.front().path.empty() ? "" : ": " + problems.front().path);
      return problems;
    }
    scenarios.emplace_back(std::move(std::get<0>(loaded)));
  }
  scenarios.resize(command.files.size(), scenarios.size() == 1 ? scenarios.front() : std::nullopt);
  return scenarios;
}

}  // namespace

OptionsCheck add_options(CLI::App& app, CalibrateCommand& command) {
  app.add_option("RUNS_OR_LOGS", command.files,
                 "Files of measured runs (.json), logs of training runs, nccl-tests' output, tables of products "
                 "(.csv), or - for a "
                 "log on stdin")
      ->type_name("")
      ->required();
  app.add_option("--as", command.name_kept, "What to keep it as: the name of a GPU preset of your own")
      ->type_name("NAME")
      ->required();
  app.add_option("--scenario", command.scenarios, "The plan of the logs, or one for each file in their order")
      ->type_name("SCENARIO");
  app.add_flag("--json", command.json, "Every figure");
  add_settings(app, command.settings);
  add_outside(app, command.inputs);
  return [&command]() -> std::optional<Problem> {
    const std::size_t scenarios = command.scenarios.size();
    if (scenarios > 1 && scenarios != command.files.size())
      return wrong_words("give one for all files, or one for each of them", "--scenario");
    std::vector<std::string> sources = command.files;
    sources.insert(sources.end(), command.scenarios.begin(), command.scenarios.end());
    return stdin_twice(sources);
  };
}

int run(const CalibrateCommand& command, const Presets& presets, const Streams& streams) {
  const std::string preset = preset_file_name(command.name_kept);
  const Outcome<std::vector<std::optional<ParsedScenario>>> scenarios = scenarios_of(command, presets, streams.in);
  if (!succeeded(scenarios)) return refuse(problems_of(scenarios), "--scenario", streams);
  Material material;
  for (std::size_t i = 0; i < command.files.size(); ++i)
    if (const std::vector<Problem> wrong =
            take_file(material, command, command.files[i], value_of(scenarios)[i], presets, streams);
        !wrong.empty())
      return refuse(wrong, command.files[i], streams);
  CalibrationFit fit = calibrate(command.name_kept, material.observations);
  fit.unpredicted.insert(fit.unpredicted.end(), material.unpredicted.begin(), material.unpredicted.end());
  if (!fit.calibration.stands()) return refuse(problem("nothing is predicted of any run"), command.files[0], streams);
  if (const Gpu* known = presets.gpu(preset); known != nullptr && !known->calibration.stands())
    return refuse(problem("\"" + preset + "\" is a GPU already; give another name", "--as"), {}, streams);
  const Gpu gpu = calibrated_gpu(*material.gpu, fit.calibration, preset);
  const Outcome<std::string> kept = keep_gpu(gpu, own_presets_directory());
  if (!succeeded(kept)) return refuse(problems_of(kept), "--as", streams);
  if (command.json) {
    nlohmann::ordered_json json = calibration_fit_json(fit, *material.gpu);
    json["preset"] = preset, json["file"] = value_of(kept);
    streams.out << json_text(json);
  } else {
    streams.out << text_of(calibration_page(fit, *material.gpu, preset, value_of(kept)));
  }
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
