#include "app/files/scenario_source.h"

#include <algorithm>
#include <filesystem>
#include <istream>
#include <system_error>

#include "app/files/bare_model.h"
#include "app/files/files.h"
#include "app/files/paths.h"
#include "core/base/edits.h"
#include "core/base/limits.h"
#include "core/evaluate/evaluate.h"
#include "core/launch/assumed_gpus.h"
#include "core/launch/import_launch.h"
#include "core/presets/user_presets.h"
#include "core/scenario_json/short_code.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

std::vector<Problem> problem(std::string message, std::string rule) {
  return {Problem{Severity::error, "", std::move(message), std::move(rule)}};
}

/// The preset with the settings on top. What is written of a preset reads back as the preset.
Outcome<ParsedScenario> from_preset(const LaunchedScenario& preset, std::span<const std::string> settings,
                                    const Presets& presets) {
  if (settings.empty()) return ParsedScenario{preset, {}, {}};
  Outcome<ParsedScenario> outcome = parse_scenario(write_scenario(preset, presets), presets, settings);
  if (auto* parsed = std::get_if<ParsedScenario>(&outcome)) parsed->scenario.preset = preset.preset;
  return outcome;
}

/// A scenario that a launch was read into follows another number of GPUs, where the launch says none, and other
/// degrees.
Outcome<ParsedScenario> with_settings(const std::string& text, std::span<const std::string> settings,
                                      const Presets& presets) {
  Outcome<ParsedScenario> outcome = parse_scenario(text, presets, settings);
  auto* parsed = std::get_if<ParsedScenario>(&outcome);
  if (parsed == nullptr || settings.empty() || parsed->scenario.launch.framework.empty()) return outcome;
  const Outcome<ParsedScenario> before = parse_scenario(text, presets);
  if (succeeded(before))
    parsed->scenario = following_launch(parsed->scenario, value_of(before).scenario, presets, settings);
  return outcome;
}

/// What to say of a word that is neither a preset nor a file.
std::string not_found_words(const std::string& source, const Presets& presets) {
  std::string words = "there is no such file, and no preset scenario of that name";
  const std::string near = nearest_name(source, preset_names(presets, "scenarios"));
  if (!near.empty()) words += "; did you mean " + near + "?";
  return words;
}

}  // namespace

Outcome<std::string> read_bounded(std::istream& stream) {
  std::string text;
  char block[1 << 16];
  while (stream.read(block, sizeof block) || stream.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(stream.gcount()));
    if (text.size() > limits::scenario_file_bytes_max)
      return problem("the input is larger than " + std::to_string(limits::scenario_file_bytes_max >> 20) + " MiB",
                     "readable-file");
  }
  if (stream.bad()) return problem("can't be read", "readable-file");
  return text;
}

bool names_file(const std::string& source, const Presets& presets) {
  if (source == "-" || is_scenario_code(source)) return false;
  return source.find('/') != std::string::npos || presets.scenario(source) == nullptr;
}

Outcome<ParsedScenario> load_scenario(const std::string& source, std::span<const std::string> settings,
                                      const Presets& presets, std::istream& input) {
  if (is_scenario_code(source)) return parse_scenario_code(source, presets, settings);
  const bool is_file = names_file(source, presets);
  if (source != "-" && !is_file) return from_preset(*presets.scenario(source), settings, presets);
  std::error_code error;
  if (is_file && !std::filesystem::exists(source, error))
    return problem(not_found_words(source, presets), "readable-file");
  const Outcome<std::string> text =
      is_file ? read_text_file(source, limits::scenario_file_bytes_max) : read_bounded(input);
  if (!succeeded(text)) return problems_of(text);
  if (is_scenario_code(value_of(text))) return parse_scenario_code(value_of(text), presets, settings);
  if (is_launch(value_of(text), source, presets.frameworks)) {
    Outcome<ImportedLaunch> launch = import_launch(value_of(text), source, presets, settings);
    if (!succeeded(launch)) return problems_of(launch);
    return std::move(std::get<0>(launch).parsed);
  }
  if (is_bare_model(value_of(text))) return scenario_of_model(value_of(text), presets, settings);
  return with_settings(value_of(text), settings, presets);
}

Report evaluate_loaded(const ParsedScenario& loaded) {
  Report report = evaluate(loaded.scenario);
  for (const Problem& notice : loaded.notices) {
    const auto same = [&](const Problem& problem) {
      return problem.path == notice.path && problem.rule == notice.rule;
    };
    if (std::none_of(report.problems.begin(), report.problems.end(), same)) report.problems.push_back(notice);
  }
  report.problems = at_their_flags(std::move(report.problems), loaded.places);
  return report;
}

std::vector<Problem> add_own_presets(Presets& presets) {
  const std::filesystem::path directory = own_presets_directory();
  return directory.empty() ? std::vector<Problem>() : add_user_presets(presets, directory);
}

Outcome<Presets> load_program_presets() {
  const std::filesystem::path directory = data_directory() / "presets";
  Outcome<Presets> presets = load_presets(directory);
  if (succeeded(presets) && value_of(presets).scenarios.empty())
    return std::vector<Problem>{{Severity::error, directory.string(),
                                 "holds no presets; SHARDSCOPE_DATA names the folder that has them", "presets"}};
  return presets;
}

}  // namespace shardscope
