#include "core/launch_text/configuration_file.h"

#include <algorithm>
#include <iterator>

#include "core/base/limits.h"
#include "core/base/rule_names.h"
#include "core/base/trimmed.h"
#include "core/frameworks/flags_beside.h"
#include "core/launch_text/command/flag_words.h"
#include "core/launch_text/command/launcher_counts.h"
#include "core/launch_text/documents/launch_documents.h"
#include "core/launch_text/documents/put_words.h"
#include "core/launch_text/launch_words.h"
#include "core/launch_text/named_configuration.h"
#include "core/launch_text/override_words.h"
#include "core/launch_text/said_gpu.h"
#include "core/launch_text/writing_commands.h"

namespace shardscope {

namespace {

using AllFrameworks = std::span<const LaunchFramework>;

/// Without what only a run knows at its start, which is the folder that the script lies in; nothing where more is open.
std::optional<std::string> path_beside(const std::string& path) {
  const std::size_t last = path.find_last_of("$`)}\"");
  if (last == std::string::npos) return path;
  const std::size_t slash = path.find('/', last);
  return slash == std::string::npos ? std::nullopt : std::optional<std::string>(path.substr(slash + 1));
}

/// The configuration's keys with their places.
Outcome<std::vector<GivenFlag>> keys_in(const ConfigurationText& configuration, const std::string& name) {
  Outcome<std::vector<GivenFlag>> read = read_launch_document(configuration.form, configuration.text);
  if (!succeeded(read)) return read;
  for (GivenFlag& each : std::get<0>(read)) {
    each.line = line_in_script(configuration, each.line);
    if (configuration.line == 0) each.file = name;
  }
  return read;
}

/// Why the configuration can't be read, with its name before it; where something in it has no value, that.
std::vector<Problem> unreadable_configuration(const ConfigurationFile& file, const ConfigurationText& configuration,
                                              std::vector<Problem> problems) {
  const std::string name = name_for_people(file);
  if (!configuration.unknown.empty()) {
    problems = {{Severity::error, TextPlace{name, 0, {}}, why_unknown(configuration.unknown), "launch-text"}};
    problems.front().remedy = how_to_give(configuration.unknown);
    return problems;
  }
  for (Problem& problem : problems) {
    if (problem.places.empty()) problem.places.emplace_back();
    for (TextPlace& place : problem.places) place.file = name;
  }
  return problems;
}

}  // namespace

bool says_plan_itself(const LaunchText& launch) {
  if (launch.framework == nullptr || launch.framework->form != LaunchForm::flags) return false;
  return reads_configuration(*launch.framework) ||
         std::any_of(launch.flags.begin(), launch.flags.end(), [&](const GivenFlag& given) {
           const std::string_view key = launch.framework->key_of(given.flag);
           return key == of_model_width || key == of_model_depth;
         });
}

namespace {

/// The file with what the script does to it before the launch.
ConfigurationFile settled(ConfigurationFile file, const LaunchCommand& launch, const ShellScript& script,
                          AllFrameworks frameworks) {
  file.commands = launch.at;
  const ShellDocument* made = document_called(script, file.path, file.commands);
  if (made != nullptr && made->elsewhere)
    file.made_from = made->base, file.put = made->replaced;
  else if (may_be_written(script, file.path, made != nullptr ? made->commands : 0, file.commands, frameworks))
    file.made_from = file.path;
  return file;
}

}  // namespace

void note_given_file(LaunchText& launch, std::string_view path, const ShellOutside& outside) {
  const auto given = file_meant(outside.files, path);
  if (given == outside.files.end()) return;
  if (std::find(launch.files.begin(), launch.files.end(), given->first) == launch.files.end())
    launch.files.push_back(given->first);
}

std::optional<ConfigurationFile> configuration_of(const LaunchCommand& launch, const ShellScript& script,
                                                  AllFrameworks frameworks) {
  std::optional<ConfigurationFile> file = configuration_named(launch.words, frameworks);
  if (!file) return configuration_in_variable(script, frameworks);
  return settled(*std::move(file), launch, script, frameworks);
}

std::optional<ConfigurationText> text_of_configuration(const ConfigurationFile& file, const ShellScript& script,
                                                       const ShellOutside& outside) {
  if (!file.text.empty()) return ConfigurationText{file.text, LaunchForm::python, std::max(file.line - 1, 1), {}, {}};
  const LaunchForm form = form_of_file(file.path).value_or(LaunchForm::json);
  const ShellDocument* made = document_called(script, file.path, file.commands);
  const bool here = made != nullptr && !made->elsewhere,
             over = here && name_of_file(made->base) == name_of_file(file.path);
  if (const auto given = file_meant(outside.files, file.path); given != outside.files.end() && !over) {
    const bool other = here && trimmed(made->text) != trimmed(given->second);
    return ConfigurationText{given->second, form, 0, {}, {}, other ? std::optional(made->line) : std::nullopt};
  }
  if (!here) return std::nullopt;
  return ConfigurationText{made->text, form, made->line, made->unknown, made->known};
}

int line_in_script(const ConfigurationText& configuration, int line) {
  return configuration.line > 0 && line > 0 ? configuration.line + line - 1 : 0;
}

namespace {

/// What the script puts into the template is all that is known of the configuration.
void add_put_words(LaunchText& launch, const ConfigurationFile& file) {
  std::string taken;
  for (GivenFlag& each : flags_of_put_words(file.put, *launch.framework, file.line)) {
    taken += (taken.empty() ? "" : ", ") + each.flag + " " + words_of(each.value);
    launch.flags.push_back(std::move(each));
  }
  std::string& words = launch.notices.back().message;
  if (taken.empty())
    words += "; what it says, the ZeRO stage among it, is assumed";
  else
    words += "; of what the script puts into it " + taken + " is taken";
}

/// Flags whose values in such a file stand below those of the command: those of its keys that are in no table.
std::vector<std::string_view> keys_below_command(const std::vector<GivenFlag>& keys, const LaunchFramework& framework,
                                                 std::string_view option) {
  std::vector<std::string_view> flags;
  if (std::none_of(framework.configuration.begin(), framework.configuration.end(),
                   [&](const auto& named) { return named.below_command && is_option(option, named.option); }))
    return flags;
  for (const GivenFlag& each : keys)
    if (each.flag.find('.') == std::string::npos) flags.push_back(framework.plain_name(each.flag));
  return flags;
}

/// DeepSpeed makes the weights of the type that its own file has on, whatever the program's flag says
/// (deepspeed/runtime/engine.py, _configure_distributed_model()).
void put_type_of_file_first(LaunchText& launch, const std::vector<GivenFlag>& keys, const std::string& file) {
  constexpr std::pair<std::string_view, std::string_view> types[] = {{"--bf16", "--fp16"}, {"--fp16", "--bf16"}};
  const auto on = [&](const std::vector<GivenFlag>& flags, std::string_view name) {
    return std::find_if(flags.begin(), flags.end(), [&](const GivenFlag& each) {
      return launch.framework->plain_name(each.flag) == name && each.value == Value(true);
    });
  };
  for (const auto& [own, other] : types) {
    const auto key = on(keys, own), flag = on(launch.flags, other);
    if (key == keys.end() || flag == launch.flags.end() || on(keys, other) != keys.end()) continue;
    launch.notices.push_back({Severity::warning, place_of(*flag),
                              "doesn't count: " + file + " enables " + std::string(own.substr(2)) +
                                  ", and DeepSpeed makes the weights of that type, whatever this flag says",
                              std::string(rule_name::taken_for_granted)});
    launch.flags.erase(flag);
  }
}

/// What one of them says.
std::optional<std::vector<Problem>> add_configuration(LaunchText& launch, const ConfigurationFile& file,
                                                      const std::optional<ConfigurationText>& configuration,
                                                      AllFrameworks frameworks) {
  if (!reads_configuration(*launch.framework)) return std::nullopt;
  launch.configuration = file.option;
  if (!configuration) {
    launch.notices.push_back(configuration_elsewhere(file));
    launch.notices.back().severity = Severity::hint;
    if (!file.made_from.empty()) add_put_words(launch, file);
    return std::nullopt;
  }
  if (!file.made_from.empty()) launch.notices.push_back(said_as_it_stands(file));
  if (configuration->made) launch.notices.push_back(said_given_over_made(file, *configuration->made));
  const std::string said = name_for_people(file);
  Outcome<std::vector<GivenFlag>> flags = keys_in(*configuration, said);
  if (!succeeded(flags) && !configuration->unknown.empty()) {  // as where a command prints lines more
    ConfigurationText known = *configuration;
    known.text = configuration->known;
    flags = keys_in(known, said);
    if (succeeded(flags))
      launch.notices.push_back({Severity::hint, TextPlace{said, 0, {}},
                                why_unknown(configuration->unknown) + "; it is read without that",
                                std::string(rule_name::unknown_words)});
  }
  if (!succeeded(flags)) return unreadable_configuration(file, *configuration, problems_of(flags));
  const std::vector<std::string_view> below = keys_below_command(value_of(flags), *launch.framework, file.option);
  FlagsBeside beside = flags_beside(std::move(std::get<0>(flags)), *launch.framework, configuration->form, frameworks);
  if (auto notice = not_counted_beside(beside.of_plan, *launch.framework)) launch.notices.push_back(*std::move(notice));
  if (configuration->form == LaunchForm::json) put_type_of_file_first(launch, beside.flags, said);
  const auto is_below = [&](const GivenFlag& each) {
    return std::find(below.begin(), below.end(), each.flag) != below.end();
  };
  const auto over = std::stable_partition(beside.flags.begin(), beside.flags.end(), is_below);
  launch.flags.insert(launch.flags.begin(), beside.flags.begin(), over);
  launch.flags.insert(launch.flags.end(), over, beside.flags.end());
  std::move(beside.without_part.begin(), beside.without_part.end(), std::back_inserter(launch.unknown_beside));
  return std::nullopt;
}

}  // namespace

namespace {

/// What the command has of the framework's flags; of a runner beside the script, whichever command has most of them.
LaunchWords words_beside(const LaunchCommand& launch, const ConfigurationFile& file, const LaunchFramework& framework,
                         const ShellScript& script) {
  if (file.in_variable) return launch_words(command_with_flags(script, framework), script);
  const bool any =
      !file.recipe.empty() || std::any_of(launch.words.begin(), launch.words.end(),
                                          [&](const ShellWord& word) { return framework.flag(word.text) != nullptr; });
  LaunchWords words = any ? launch_words({launch.words, &framework}, script) : LaunchWords{};
  std::erase_if(words.flags, [&](const GivenFlag& each) { return each.flag == file.option; });
  return words;
}

}  // namespace

Outcome<LaunchText> with_command(Outcome<LaunchText> inner, const ConfigurationFile& file,
                                 const ConfigurationText& configuration, const LaunchCommand& launch,
                                 const ShellScript& script) {
  if (!succeeded(inner)) return unreadable_configuration(file, configuration, problems_of(inner));
  LaunchText& found = std::get<0>(inner);
  for (GivenFlag& each : found.flags) each.line = line_in_script(configuration, each.line);
  if (!file.text.empty())  // the call stands in no line of the script, which names the recipe
    for (Problem& notice : found.notices)
      for (TextPlace& place : notice.places) place.line = file.line;
  found.configuration = file.option;
  if (!file.made_from.empty()) found.notices.push_back(said_as_it_stands(file));
  if (configuration.made) found.notices.push_back(said_given_over_made(file, *configuration.made));
  for (Problem& each : unread_words(script, launch.words, file.option)) found.notices.push_back(std::move(each));
  LaunchWords words = words_beside(launch, file, *found.framework, script);
  if (!words.problems.empty()) return words.problems;
  for (GivenFlag& each : words.flags) {
    const FlagSpec* spec = found.framework->flag(each.flag);
    if (spec == nullptr) found.unknown_beside.push_back(each);
    if (spec == nullptr || each.run_time) continue;
    if (!spec->same_as.empty()) each.flag = spec->same_as;  // the configuration's own name, as an export writes it
    if (each.value == Value("None")) each.value = Value();  // Python's, which a runner reads as none
    found.flags.push_back(std::move(each));
  }
  return inner;
}

/// What stands around a configuration in the script that has it or names it.
Outcome<LaunchText> with_script_around(Outcome<LaunchText> inner, const LaunchText& launch, const ShellWords& command,
                                       const ShellScript& script) {
  if (!succeeded(inner)) return inner;
  LaunchText& found = std::get<0>(inner);
  found.used = launch.used;
  found.overwritten = launch.overwritten;
  found.files = launch.files;
  found.asked = asked_by(script, command);
  found.by_default = defaults_in(command, found.framework);
  const bool script_within = found.framework->form == LaunchForm::flags && found.has_program;  // sbatch <<EOF … EOF
  if (!script_within || launch.world.gpus) {
    found.world = launch.world;
    found.machines = launch.machines;
    found.nodes_by_default = launch.nodes_by_default;
  }
  if (found.gpu.words.empty()) found.gpu = gpu_of(script, command);
  ScriptParts around = script_parts(script, command, {});
  found.script.insert(found.script.end(), around.begin(), around.end());
  found.notices.insert(found.notices.end(), launch.notices.begin(), launch.notices.end());
  return inner;
}

namespace {

/// Those that the launch names beside the last one, of a program that reads several: accelerate's beside its program's.
std::vector<ConfigurationFile> files_beside(const LaunchCommand& launch, const ShellScript& script,
                                            const LaunchFramework& framework, const ConfigurationFile& last) {
  if (!reads_configuration(framework)) return {};
  std::vector<ConfigurationFile> all = files_named(launch.words, {&framework, 1});
  std::erase_if(all, [&](const ConfigurationFile& each) { return each.option == last.option; });
  for (ConfigurationFile& each : all) each = settled(std::move(each), launch, script, {&framework, 1});
  return all;
}

}  // namespace

std::optional<std::vector<Problem>> add_configurations(LaunchText& launch, const ConfigurationFile& last,
                                                       const LaunchCommand& command, const ShellScript& script,
                                                       const ShellOutside& outside, AllFrameworks frameworks) {
  std::vector<ConfigurationFile> files = files_beside(command, script, *launch.framework, last);
  for (const ConfigurationFile& each : files) note_given_file(launch, each.path, outside);
  files.push_back(last);
  for (const ConfigurationFile& each : files)
    if (auto problems = add_configuration(launch, each, text_of_configuration(each, script, outside), frameworks))
      return problems;
  return std::nullopt;
}

namespace {

/// DeepSpeed's file of hosts that the launch names, where the script doesn't make it and it isn't here.
std::optional<std::string> hosts_wanted(const ShellWords& launch, const ShellScript& script,
                                        const ShellOutside& outside) {
  const std::string file = SaidCounts(script, launch).of_launch(Said::hosts, Starter::deepspeed).text;
  const bool here = document_called(script, file) != nullptr || file_meant(outside.files, file) != outside.files.end();
  return here || file.empty() ? std::nullopt : path_beside(file);
}

}  // namespace

std::vector<std::string> files_wanted(const ShellScript& script, const ShellOutside& outside,
                                      AllFrameworks frameworks) {
  std::vector<std::string> paths = script.wanted;
  const LaunchCommand launch = launch_command(script, frameworks);
  const std::optional<ConfigurationFile> file = configuration_of(launch, script, frameworks);
  paths.insert(paths.end(), script.texts_wanted.begin(), script.texts_wanted.end());
  if (std::optional<std::string> hosts = hosts_wanted(launch.words, script, outside))
    paths.push_back(*std::move(hosts));
  if (file && launch.framework != nullptr)
    for (const ConfigurationFile& each : files_beside(launch, script, *launch.framework, *file))
      if (std::optional<std::string> path = path_beside(each.path);
          path && !text_of_configuration(each, script, outside))
        paths.push_back(*std::move(path));
  if (!file || text_of_configuration(*file, script, outside)) return paths;
  const bool made = !file->made_from.empty();
  if (std::optional<std::string> path = path_beside(made ? file->made_from : file->path))
    paths.push_back(*std::move(path));
  return paths;
}

}  // namespace shardscope
