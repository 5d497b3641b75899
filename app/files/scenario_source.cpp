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
#include "core/base/rule_names.h"
#include "core/base/trimmed.h"
#include "core/evaluate/evaluate.h"
#include "core/frameworks/rules/rules.h"
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
Outcome<ParsedScenario> from_preset(const LaunchedScenario& preset, std::span<const Setting> settings,
                                    const Presets& presets) {
  if (settings.empty()) return ParsedScenario{preset, {}, {}};
  Outcome<ParsedScenario> outcome = parse_scenario(write_scenario(preset, presets), presets, settings);
  if (auto* parsed = std::get_if<ParsedScenario>(&outcome)) parsed->said.scenario.preset = preset.scenario.preset;
  return outcome;
}

/// A scenario that a launch was read into follows another number of GPUs, where the launch says none, and other
/// degrees.
Outcome<ParsedScenario> with_settings(const std::string& text, std::span<const Setting> settings,
                                      const Presets& presets) {
  Outcome<ParsedScenario> outcome = parse_scenario(text, presets, settings);
  auto* parsed = std::get_if<ParsedScenario>(&outcome);
  if (parsed == nullptr || settings.empty() || parsed->said.launch.framework.empty()) return outcome;
  const Outcome<ParsedScenario> before = parse_scenario(text, presets);
  if (succeeded(before)) parsed->said = following_launch(parsed->said, value_of(before).said, presets, settings);
  return outcome;
}

/// The same, with a word where something is given that only a launch script takes.
Outcome<ParsedScenario> without_outside(Outcome<ParsedScenario> loaded, const ShellOutside& outside) {
  if (auto* parsed = std::get_if<ParsedScenario>(&loaded); parsed != nullptr && outside != ShellOutside{})
    parsed->notices.push_back(no_launch_script());
  return loaded;
}

/// Whether a text opens as the JSON of a scenario does, with its version: then it is nothing else.
bool opens_as_scenario(std::string_view text) {
  const auto skip = [&](std::string_view sign) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with(sign)) return false;
    text.remove_prefix(sign.size());
    return true;
  };
  return skip("{") && skip("\"shardscope\"") && skip(":");
}

/// Of a launch with all that it reads.
Outcome<ParsedScenario> launch_as_read(const std::string& text, const std::string& source,
                                       std::span<const Setting> settings, const Presets& presets,
                                       const ShellOutside& outside) {
  Outcome<ImportedLaunch> launch = import_launch(text, source, presets, settings, nullptr, outside);
  if (!succeeded(launch)) return problems_of(launch);
  return std::move(std::get<0>(launch).parsed);
}

/// What to say of a word that is neither a preset nor a file.
std::string not_found_words(const std::string& source, const Presets& presets) {
  std::string words = "there is no such file, and no preset scenario of that name";
  if (presets.model(source) != nullptr)
    return words + "; a model by itself has no cluster and no plan yet; give a scenario and --set model=" + source;
  if (presets.gpu(source) != nullptr) return words + "; a GPU by itself has no model and no plan yet";
  if (presets.cluster(source) != nullptr) return words + "; a cluster by itself has no model and no plan yet";
  const std::string near = nearest_name(source, names_of_presets(presets.scenarios));
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

Outcome<std::string> read_file_or_input(const std::string& file, std::istream& input) {
  return is_standard_input(file) ? read_bounded(input) : read_text_file(file, limits::scenario_file_bytes_max);
}

TextKind kind_of(std::string_view text, const std::string& name, const Presets& presets) {
  const std::string_view words = trimmed(text);
  if (words.empty()) return TextKind::empty;
  if (opens_as_scenario(text)) return TextKind::scenario;
  if (is_scenario_code(text)) return TextKind::code;
  if (presets.launched(words) != nullptr) return TextKind::preset;
  if (is_launch(text, name, presets.frameworks)) return TextKind::launch;
  if (is_bare_model(text)) return TextKind::model;
  return words.front() == '{' ? TextKind::scenario : TextKind::other;
}

bool names_file(const std::string& source, const Presets& presets) {
  if (is_standard_input(source) || is_scenario_code(source)) return false;
  return source.find('/') != std::string::npos || presets.scenario(source) == nullptr;
}

Problem no_launch_script() {
  return {Severity::hint,
          {},
          "it is no launch script: further files, --env and what stands behind -- change nothing",
          std::string(rule_name::taken_for_granted)};
}

Outcome<ReadSource> read_source(const std::string& source, const Presets& presets, std::istream& input,
                                const ShellOutside& outside) {
  if (is_scenario_code(source)) return ReadSource{source, {}, TextKind::code, outside};
  const bool is_file = names_file(source, presets);
  if (!is_standard_input(source) && !is_file) return ReadSource{source, {}, TextKind::preset, outside};
  std::error_code error;
  if (is_file && !std::filesystem::exists(source, error))
    return problem(not_found_words(source, presets), std::string(rule_name::scenario_found));
  Outcome<std::string> text = read_file_or_input(source, input);
  if (!succeeded(text)) return problems_of(text);
  ReadSource read{source, std::move(std::get<0>(text)), {}, outside};
  read.kind = kind_of(read.text, source, presets);
  if (is_file && read.kind == TextKind::launch)
    read.outside = with_files_beside(read.text, source, presets, std::move(read.outside));
  return read;
}

Outcome<ReadSource> read_source(const std::string& source, const LaunchInputs& inputs, const Presets& presets,
                                std::istream& input) {
  const Outcome<ScenarioSource> found = source_of(source, inputs, presets);
  if (!succeeded(found)) return problems_of(found);
  if (inputs.as_read == nullptr) return read_source(value_of(found).source, presets, input, value_of(found).outside);
  ReadSource read = *inputs.as_read;
  const ShellOutside& more = value_of(found).outside;
  if (more == ShellOutside{}) return read;
  for (const auto& [name, value] : more.environment) read.outside.environment.insert_or_assign(name, value);
  for (const auto& [name, text] : more.files) read.outside.files.insert_or_assign(name, text);
  if (!more.arguments.empty()) read.outside.arguments = more.arguments;
  if (!is_standard_input(read.source) && read.kind == TextKind::launch)  // they may make it read another
    read.outside = with_files_beside(read.text, read.source, presets, std::move(read.outside));
  return read;
}

Outcome<ParsedScenario> load_read(const ReadSource& read, std::span<const Setting> settings, const Presets& presets) {
  const std::string& said = read.text.empty() ? read.source : read.text;
  switch (read.kind) {
    case TextKind::launch:
      return launch_as_read(read.text, read.source, settings, presets, read.outside);
    case TextKind::code:
      return without_outside(parse_scenario_code(said, presets, settings), read.outside);
    case TextKind::preset:
      if (const LaunchedScenario* preset = presets.launched(trimmed(said)))
        return without_outside(from_preset(*preset, settings, presets), read.outside);
      return problem(not_found_words(said, presets), std::string(rule_name::scenario_found));
    case TextKind::model:
      return without_outside(scenario_of_model(read.text, presets, settings), read.outside);
    case TextKind::empty:
    case TextKind::scenario:
    case TextKind::other:
      break;  // its parser says what is wrong with it
  }
  return without_outside(with_settings(read.text, settings, presets), read.outside);
}

std::function<Outcome<ParsedScenario>(std::span<const Setting>)> loads_read(ReadSource read,
                                                                            std::vector<Setting> settings,
                                                                            const Presets& presets) {
  return [read = std::move(read), settings = std::move(settings), &presets](std::span<const Setting> more) {
    std::vector<Setting> all = settings;
    all.insert(all.end(), more.begin(), more.end());
    return load_read(read, all, presets);
  };
}

Outcome<ParsedScenario> load_scenario(const std::string& source, std::span<const Setting> settings,
                                      const Presets& presets, std::istream& input, const ShellOutside& outside) {
  const Outcome<ReadSource> read = read_source(source, presets, input, outside);
  return succeeded(read) ? load_read(value_of(read), settings, presets) : problems_of(read);
}

Outcome<ParsedScenario> load_scenario(const std::string& source, const LaunchInputs& inputs,
                                      std::span<const Setting> settings, const Presets& presets, std::istream& input) {
  const Outcome<ReadSource> read = read_source(source, inputs, presets, input);
  return succeeded(read) ? load_read(value_of(read), settings, presets) : problems_of(read);
}

Outcome<ParsedScenario> load_launch(const std::string& text, const std::string& source,
                                    std::span<const Setting> settings, const Presets& presets,
                                    const ShellOutside& outside) {
  if (is_standard_input(source)) return launch_as_read(text, source, settings, presets, outside);
  return launch_as_read(text, source, settings, presets, with_files_beside(text, source, presets, outside));
}

std::vector<Problem> own_rule_problems(const ParsedScenario& loaded, const Presets& presets) {
  const LaunchFramework* framework = find_framework(presets.frameworks, loaded.said.launch.framework);
  if (framework == nullptr) return {};
  const RulesReport rules = check_rules(loaded.said, *framework, presets);
  std::vector<Problem> problems = at_given_flags(rule_problems(rules), rules, loaded.places);
  std::erase_if(problems, [](const Problem& problem) { return problem.severity != Severity::warning; });
  return problems;
}

Report example_report(const Presets& presets) {
  return presets.scenarios.empty() ? Report{} : evaluate(presets.scenarios.front().scenario);
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
