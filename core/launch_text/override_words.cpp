#include "core/launch_text/override_words.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/fields/fields.h"
#include "core/launch_text/command/flag_words.h"
#include "core/launch_text/documents/launch_documents.h"
#include "core/launch_text/elsewhere/scripts_elsewhere.h"
#include "core/launch_text/named_configuration.h"

namespace shardscope {

namespace {

/// What isn't said here, for a person who has the configuration.
Problem configuration_missing(const std::optional<ConfigurationFile>& file, const LaunchFramework& framework) {
  if (file) return configuration_elsewhere(*file);
  return {Severity::error, TextPlace{},
          "its words lie over a configuration of " + framework.title +
              ", which isn't here; give that YAML, and the same words behind --",
          "launch-text"};
}

bool says_sizes(const LaunchText& launch) {
  return std::any_of(launch.flags.begin(), launch.flags.end(),
                     [&](const GivenFlag& given) { return launch.framework->key_of(given.flag) == of_model_width; });
}

/// One word as a flag; of a value that isn't known nothing where the plan doesn't hang on it.
void take(LaunchText& launch, std::vector<Problem>& problems, const ShellWord& word, const ShellScript& script) {
  const std::string key(key_of_override(word.text));
  if (!word.unknown.empty()) {
    const FlagSpec* spec = launch.framework->flag(key);
    const bool sized = spec != nullptr && is_of_plan_or_model(spec->key);
    const bool machine = spec != nullptr && spec->key.starts_with("launch.");
    if (!machine && (!sized || !carries_plan(*spec))) return;
    Problem problem{Severity::error, TextPlace{{}, word.line, key}, why_unknown(word.unknown, script), "launch-flag"};
    problem.remedy = how_to_give(word.unknown, script);
    if (machine) {
      problem.severity = Severity::hint, problem.rule = rule_name::taken_for_granted;
      problem.message += "; it is passed over";
    }
    return (machine ? launch.notices : problems).push_back(std::move(problem));
  }
  for (GivenFlag& flag : flags_of_arguments(std::vector<std::string>{word.text})) {
    flag.line = word.line;
    if (flag.value == Value("null")) flag.value = Value();
    launch.flags.push_back(std::move(flag));
  }
}

}  // namespace

ShellWords overrides_behind(const ShellWords& launch) {
  const std::size_t program = program_at(launch);
  ShellWords overrides;
  if (program == 0) return overrides;
  for (std::size_t i = program + 1; i < launch.size(); ++i)
    if (!key_of_override(launch[i].text).empty()) overrides.push_back(launch[i]);
  return overrides;
}

std::optional<Outcome<LaunchText>> read_overrides(const ShellScript& script, const ShellWords& command,
                                                  const std::optional<ConfigurationFile>& file,
                                                  std::span<const LaunchFramework> frameworks) {
  const ShellWords overrides = overrides_behind(command);
  std::vector<std::string> keys;
  for (const ShellWord& word : overrides) keys.emplace_back(key_of_override(word.text));
  LaunchText launch;
  launch.framework = keys.empty() ? nullptr : framework_of(keys, LaunchForm::yaml, frameworks);
  if (launch.framework == nullptr) return std::nullopt;
  std::vector<Problem> problems;
  for (const ShellWord& word : overrides) take(launch, problems, word, script);
  if (!problems.empty()) return with_scripts_elsewhere(std::move(problems), script);
  const Problem missing = configuration_missing(file, *launch.framework);
  if (!says_sizes(launch)) return std::vector<Problem>{missing};
  Problem& notice = launch.notices.emplace_back(missing);
  notice.severity = Severity::hint, notice.rule = rule_name::taken_for_granted;
  notice.message += "; what it says beside these words isn't read";
  return launch;
}

std::vector<Problem> unread_words(const ShellScript& script, const ShellWords& launch, std::string_view option) {
  std::vector<Problem> notices;
  const auto named =
      std::find_if(launch.begin(), launch.end(), [&](const ShellWord& word) { return word.text == option; });
  for (auto word = named == launch.end() ? named : std::next(named); word != launch.end(); ++word) {
    if (word->unknown.empty() || !word->text.empty()) continue;
    const std::string& before = std::prev(word)->text;  // an option's own value is no override
    if (before.starts_with("-") && before.find('=') == std::string::npos) continue;
    Problem notice{Severity::hint, TextPlace{{}, word->line, {}},
                   why_unknown(word->unknown, script) + "; what it lays over the configuration isn't read",
                   std::string(rule_name::unknown_words)};
    if (std::find(notices.begin(), notices.end(), notice) == notices.end()) notices.push_back(std::move(notice));
  }
  return notices;
}

bool mentions_overrides(std::string_view text, std::span<const LaunchFramework> frameworks) {
  std::vector<std::string> keys;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
    if (const std::string_view key = key_of_override(text.substr(begin, end - begin)); !key.empty())
      keys.emplace_back(key);
    begin = end + 1;
  }
  return !keys.empty() && framework_of(keys, LaunchForm::yaml, frameworks) != nullptr;
}

namespace {

/// What stands for a value that isn't known: "$PP", which left_open() tells; else what Hydra takes for none yet.
std::string open_value(const std::string& unknown) {
  const bool variable =
      unknown.size() > 1 && unknown[0] == '$' && std::all_of(unknown.begin() + 1, unknown.end(), is_name);
  return variable ? unknown : "???";
}

}  // namespace

std::vector<std::string> overrides_in(const ShellWords& launch, const ConfigurationFile& file) {
  std::vector<std::string> overrides;
  if (file.option != hydra_option && file.recipe.empty()) return overrides;
  for (const ShellWord& word : launch)
    if (const std::string_view key = key_of_override(word.text); !key.empty())
      overrides.push_back(word.unknown.empty() ? word.text : std::string(key) + "=" + open_value(word.unknown));
  return overrides;
}

}  // namespace shardscope
