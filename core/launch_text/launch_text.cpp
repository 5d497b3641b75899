#include "core/launch_text/launch_text.h"

#include <algorithm>
#include <optional>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/base/trimmed.h"
#include "core/expressions/json_value.h"
#include "core/fields/fields.h"
#include "core/launch_text/command/flag_words.h"
#include "core/launch_text/command/launch_world.h"
#include "core/launch_text/command/launcher_counts.h"
#include "core/launch_text/command/other_trainings.h"
#include "core/launch_text/configuration_file.h"
#include "core/launch_text/documents/hydra_defaults.h"
#include "core/launch_text/documents/hydra_targets.h"
#include "core/launch_text/documents/interpolation.h"
#include "core/launch_text/documents/launch_documents.h"
#include "core/launch_text/launch_marks.h"
#include "core/launch_text/launch_script.h"
#include "core/launch_text/launch_words.h"
#include "core/launch_text/override_words.h"
#include "core/launch_text/python_launch.h"
#include "core/launch_text/said_gpu.h"
#include "core/launch_text/stray_words.h"

namespace shardscope {

namespace {

std::vector<Problem> unreadable(std::string why) {
  return {{Severity::error, {}, std::move(why), "launch-text"}};
}

/// Of another file than the one that is read.
std::vector<Problem> in_file(std::vector<Problem> problems, const std::string& name) {
  for (Problem& problem : problems) {
    if (problem.places.empty()) problem.places.emplace_back();
    for (TextPlace& place : problem.places) place.file = shown(name);
  }
  return problems;
}

/// How the text is written, where no line of an export says it.
std::optional<LaunchForm> form_of(std::string_view text, std::string_view file) {
  if (const std::optional<LaunchForm> form = form_of_file(file)) return form;
  if (names_shell(trimmed(text.substr(0, text.find('\n'))))) return LaunchForm::flags;
  if (first_sign(text) == '{') return LaunchForm::json;
  if (first_sign(text) == '[') return LaunchForm::toml;
  bool yaml = false, shell = false, python = false, toml = false;
  for (const std::string_view line : trimmed_lines(text)) {
    if (line.starts_with("#")) continue;
    shell = shell || line.starts_with("--") || line.find(" --") != std::string_view::npos || runs_program(line);
    yaml = yaml || (line.ends_with(":") && line.find(' ') == std::string_view::npos && line.size() > 1);
    toml = toml || (line.starts_with("[") && line.ends_with("]"));
    python = python || line.starts_with("cfg.") || line.starts_with("config.") ||
             line.find("Trainer.Config") != std::string_view::npos;
  }
  if (toml) return LaunchForm::toml;
  if (shell && !yaml) return LaunchForm::flags;
  if (yaml) return LaunchForm::yaml;
  if (python) return LaunchForm::python;
  return std::nullopt;
}

std::vector<std::string> names_of(const std::vector<GivenFlag>& flags) {
  std::vector<std::string> names;
  for (const GivenFlag& flag : flags) names.push_back(flag.flag);
  return names;
}

/// The variable that a configuration sets beside its flags, as Megatron-LM's own test cases do; empty: it is a flag.
std::string variable_of(const GivenFlag& given, std::span<const LaunchFramework> frameworks) {
  for (const LaunchFramework& framework : frameworks)
    if (const std::string table = framework.variables_below + "."; table.size() > 1 && given.flag.starts_with(table))
      return given.flag.substr(table.size());
  return {};
}

void take_environment(LaunchText& launch, std::span<const LaunchFramework> frameworks) {
  Names& environment = launch.world.environment;
  std::erase_if(launch.flags, [&](const GivenFlag& flag) {
    const std::string name = variable_of(flag, frameworks);
    if (name.empty()) return false;
    environment["env.known"] = true;
    const auto counted = std::find(std::begin(counted_variables), std::end(counted_variables), name);
    const std::optional<std::int64_t> value = value_from_json_text(words_of(flag.value)).whole();
    if (counted != std::end(counted_variables) && value) environment["env." + name] = *value;
    return true;
  });
}

Outcome<LaunchText> read_document(std::string_view text, LaunchForm form, const LaunchMarks& marks,
                                  std::span<const LaunchFramework> frameworks, std::span<const OtherTool> others = {},
                                  const ShellOutside& outside = {}, std::span<const std::string> arguments = {}) {
  LaunchText launch;
  Outcome<std::vector<GivenFlag>> flags =
      read_composed_document(form, text, frameworks, outside.files, arguments, launch.files);
  if (!succeeded(flags)) return problems_of(flags);
  launch.flags = std::move(std::get<0>(flags));
  if (!arguments.empty()) launch.used.emplace_back("@");
  take_environment(launch, frameworks);
  launch.framework = find_framework(frameworks, marks.framework);
  if (launch.framework == nullptr)
    if (const OtherTool* other = other_tool_of(telling_words(launch.flags), others))
      return std::vector<Problem>{not_read(*other)};
  if (launch.framework == nullptr) launch.framework = framework_of(names_of(launch.flags), form, frameworks);
  if (std::optional<Problem> elsewhere = composed_elsewhere(launch.framework, launch.flags, outside.files)) {
    if (elsewhere->severity == Severity::error) return std::vector<Problem>{*std::move(elsewhere)};
    launch.notices.push_back(*std::move(elsewhere));
  }
  if (launch.framework == nullptr) return unreadable("no key of " + framework_titles(frameworks) + " is in it");
  add_targets(launch.flags, *launch.framework, launch.notices);
  return launch;
}

Outcome<LaunchText> read_python(std::string_view text, const LaunchFramework* named,
                                std::span<const LaunchFramework> frameworks, std::span<const OtherTool> others,
                                const ShellOutside& outside) {
  const LaunchFramework* framework = named != nullptr ? named : python_framework(text, frameworks);
  if (named == nullptr)
    if (const OtherTool* other = other_tool_of(python_names(text), others))
      return std::vector<Problem>{not_read(*other)};
  if (framework == nullptr) {
    const std::string starter = starter_words(text);
    return unreadable(!starter.empty() ? starter : "no key of " + framework_titles(frameworks) + " is in it");
  }
  return python_launch(text, *framework, outside);
}

bool holds_flags(const LaunchText& launch) {
  return launch.framework != nullptr && launch.framework->form == LaunchForm::flags;
}

/// The machines that the launch asks for, once it is known what its files say of them.
void take_machines(LaunchText& launch, const ShellScript& script, const ShellWords& command, const ShellFiles& given) {
  const ShellWords told = holds_flags(launch) ? with_counts(command, *launch.framework, launch.flags) : command;
  LaunchMachines machines = machines_of(script, told, given);
  launch.notices.insert(launch.notices.end(), machines.notices.begin(), machines.notices.end());
  launch.world = std::move(machines.world), launch.machines = std::move(machines.place);
  launch.nodes_by_default = std::move(machines.nodes_by_default);
  if (!machines.hosts.empty()) launch.files.push_back(std::move(machines.hosts));
}

/// The first here-document that is a configuration; of a framework that an export named its own.
std::optional<Outcome<LaunchText>> read_here_document(const ShellScript& script, const LaunchText& launch, bool named,
                                                      const LaunchMarks& marks, const ShellWords& command,
                                                      std::span<const LaunchFramework> frameworks) {
  for (const ShellDocument& document : script.documents) {
    const bool python = named && launch.framework->form == LaunchForm::python;
    Outcome<LaunchText> inner = python  ? python_launch(document.text, *launch.framework)
                                : named ? read_document(document.text, launch.framework->form, marks, frameworks)
                                        : read_launch_text(document.text, {}, frameworks);
    if (named && !succeeded(inner)) return inner;
    if (!succeeded(inner)) continue;
    LaunchText& found = std::get<0>(inner);
    for (GivenFlag& each : found.flags) each.line = line_in_script({{}, {}, document.line, {}, {}}, each.line);
    if (named) found.framework = launch.framework;
    return with_script_around(std::move(inner), launch, command, script);
  }
  return std::nullopt;
}

/// The command among a script's that launches, and what is said around it.
std::vector<Problem> take_command(LaunchText& launch, const ShellScript& script, std::string_view text,
                                  LaunchWords words) {
  if (std::vector<Problem> stray = stray_words(script, text, words); !stray.empty()) return stray;
  launch.framework = words.framework != nullptr ? words.framework : launch.framework;
  if (!words.problems.empty()) return with_scripts_elsewhere(std::move(words.problems), script);
  std::optional<Problem> elsewhere = words.pasted ? scripts_elsewhere(script.wanted) : std::nullopt;
  if (elsewhere && !says_split(words)) return {*std::move(elsewhere)};  // it starts nothing: that says as much
  launch.flags = std::move(words.flags);
  launch.unknown_beside = std::move(words.beside);
  launch.has_program = program_at(words.command) > 0;
  launch.asked = asked_by(script, words.command);
  launch.by_default = defaults_in(words.command, launch.framework);
  launch.notices.insert(launch.notices.end(), words.notices.begin(), words.notices.end());
  if (elsewhere) launch.notices.emplace_back(*elsewhere).severity = Severity::hint;
  launch.gpu = gpu_of(script, words.command);
  const bool of_flags = holds_flags(launch);
  launch.script = script_parts(script, words.command, of_flags ? launch.framework->program : std::string());
  const auto other = of_flags ? other_program(words.command, *launch.framework) : std::nullopt;
  if (other) launch.notices.push_back(*other);
  return {};
}

/// The configuration that a script names, with what the command says on top of it where Hydra reads both.
Outcome<LaunchText> read_configuration(const ConfigurationFile& file, const ConfigurationText& configuration,
                                       const ShellWords& command, std::span<const LaunchFramework> frameworks,
                                       std::span<const OtherTool> others, const ShellOutside& outside) {
  std::vector<std::string> overrides = overrides_in(command, file);
  if (configuration.form != LaunchForm::python)
    return read_document(configuration.text, configuration.form, {}, frameworks, others, outside, overrides);
  if (file.text.empty() || overrides.empty()) overrides.insert(overrides.begin(), file.recipe);
  return read_python(configuration.text, nullptr, frameworks, others, {{}, std::move(overrides), {}});
}

/// What a script says beside its command; of one with flags that are known, those say what other launches there are.
LaunchText launch_around(const ShellScript& script, const LaunchCommand& command) {
  LaunchText launch;
  if (command.framework == nullptr && command.others) launch.notices.push_back(*command.others);
  launch.used = script.used, launch.overwritten = script.overwritten;
  launch.files = script.read, launch.wanted = script.wanted;
  return launch;
}

/// The one YAML that was given beside a script which launches nothing, and exports what that asks for:
/// ${oc.env:NAME}.
std::optional<Outcome<LaunchText>> read_beside(const ShellScript& script, const ShellWords& command, LaunchText launch,
                                               std::span<const LaunchFramework> frameworks,
                                               std::span<const OtherTool> others, const ShellOutside& outside) {
  const auto is_yaml = [](const auto& file) { return form_of_file(file.first) == LaunchForm::yaml; };
  const auto found = std::find_if(outside.files.begin(), outside.files.end(), is_yaml);
  if (std::count_if(outside.files.begin(), outside.files.end(), is_yaml) != 1) return std::nullopt;
  ShellOutside with_exports = outside;
  bool asks = false;
  const std::vector<std::string> asked = with_environment(found->second, outside.environment).asked;
  for (const std::string& name : script.exported) {
    const auto value = script.variables.find(name);
    if (value == script.variables.end() || value->second.size() != 1 || !value->second[0].unknown.empty()) continue;
    asks = asks || std::find(asked.begin(), asked.end(), name) != asked.end();
    with_exports.environment.try_emplace(name, value->second[0].text);
  }
  if (!asks) return std::nullopt;
  Outcome<LaunchText> inner = read_launch_text(found->second, found->first, frameworks, others, with_exports);
  if (!succeeded(inner)) return in_file(problems_of(inner), found->first);
  LaunchText& read = std::get<0>(inner);
  for (GivenFlag& each : read.flags) each.line = 0;
  read.notices = in_file(std::move(read.notices), found->first);
  launch.files.push_back(found->first);
  return with_script_around(std::move(inner), launch, command, script);
}

/// The tool of another kind that the launch is of, or, where it isn't certain which command launches, one of them.
const OtherTool* other_tool_in(const ShellScript& script, const LaunchCommand& command,
                               const std::optional<ConfigurationFile>& file, std::span<const OtherTool> others) {
  if (others.empty()) return nullptr;
  const bool certain = command.framework != nullptr || (file && !file->in_variable);
  return other_tool_of(telling_words(script, certain ? command.words : ShellWords{}), others);
}

/// A script that launches nothing which says a plan: what stands in it or beside it.
Outcome<LaunchText> read_documents(LaunchText launch, const ShellScript& script, const ShellWords& command,
                                   const LaunchMarks& marks, std::span<const LaunchFramework> frameworks,
                                   std::span<const OtherTool> others, const ShellOutside& outside) {
  const bool named_elsewhere = launch.framework != nullptr && launch.framework->form != LaunchForm::flags;
  if (auto document = read_here_document(script, launch, named_elsewhere, marks, command, frameworks))
    return *std::move(document);
  if (named_elsewhere) return launch;
  if (auto beside = read_beside(script, command, launch, frameworks, others, outside)) return *std::move(beside);
  return unreadable("no flag of " + framework_titles(frameworks) + " is in it" + why_nothing(script));
}

/// Of another tool's launch the file is missing to which it leaves its plan, where it names one.
std::vector<Problem> not_read_alone(const OtherTool& other, const std::optional<ConfigurationFile>& file) {
  return {file && other.kind == OtherKind::tool ? configuration_elsewhere(*file) : not_read(other)};
}

/// What a script runs and its environment; a configuration may stand in it as a here-document, or beside it.
Outcome<LaunchText> read_script(std::string_view text, const ShellScript& script, const LaunchMarks& marks,
                                std::span<const LaunchFramework> frameworks, std::span<const OtherTool> others,
                                const ShellOutside& outside, const LaunchFramework* known = nullptr) {
  if (!script.problems.empty()) return script.problems;
  const LaunchFramework* marked = find_framework(frameworks, marks.framework);
  const bool named_elsewhere = marked != nullptr && marked->form != LaunchForm::flags;
  const LaunchCommand command = launch_command(script, frameworks, marked != nullptr ? marked : known);
  LaunchText launch = launch_around(script, command);
  launch.framework = marked;
  const auto file = named_elsewhere ? std::nullopt : configuration_of(command, script, frameworks);
  const auto configuration = file ? text_of_configuration(*file, script, outside) : std::nullopt;
  if (configuration && configuration->line == 0) note_given_file(launch, file->path, outside);
  const auto with_machines = [&](LaunchText of) { return take_machines(of, script, command.words, outside.files), of; };
  if (!named_elsewhere) {
    LaunchWords words = launch_words(command, script);
    const OtherTool* other = other_tool_in(script, command, file, others);
    if (other != nullptr && (other->kind != OtherKind::tool || !configuration)) return not_read_alone(*other, file);
    if (words.framework == nullptr && !configuration)
      if (auto overrides = read_overrides(script, command.words, file, frameworks))
        return with_script_around(*std::move(overrides), with_machines(launch), command.words, script);
    if (other == nullptr && !(file && file->in_variable))  // else its configuration is read, with what the command adds
      if (auto problems = take_command(launch, script, text, std::move(words)); !problems.empty())
        // Flags that lie over a YAML are in its framework's words: --overlap_grad_reduce True.
        if (!configuration || configuration->form != LaunchForm::yaml || says_plan_itself(launch)) return problems;
  }
  if (file && says_plan_itself(launch)) {
    if (const auto problems = add_configurations(launch, *file, command, script, outside, frameworks)) return *problems;
  } else if (configuration) {
    Outcome<LaunchText> inner = read_configuration(*file, *configuration, command.words, frameworks, others, outside);
    inner = with_command(std::move(inner), *file, *configuration, command, script);
    return with_script_around(std::move(inner), with_machines(launch), command.words, script);
  } else if (file && (script.documents.empty() || is_changed_unfollowed(*file))) {
    return std::vector<Problem>{configuration_elsewhere(*file)};
  }
  take_machines(launch, script, command.words, outside.files);
  if (!launch.flags.empty() && !named_elsewhere) return launch;
  return read_documents(std::move(launch), script, command.words, marks, frameworks, others, outside);
}

/// The same of a script that was never read before, without launches of another training than the one that is read.
Outcome<LaunchText> read_new_script(std::string_view text, ShellScript script, const LaunchMarks& marks,
                                    std::span<const LaunchFramework> frameworks, std::span<const OtherTool> others,
                                    const ShellOutside& outside) {
  const std::optional<Problem> said = take_out_other_trainings(script, others);
  Outcome<LaunchText> launch = read_script(text, script, marks, frameworks, others, outside);
  if (said && succeeded(launch)) std::get<0>(launch).notices.push_back(*said);
  return launch;
}

/// The form that the text is read in.
std::optional<LaunchForm> form_read(std::string_view text, std::string_view file, const LaunchFramework* named) {
  const std::optional<LaunchForm> form = form_of(text, file);
  if (named != nullptr) return text.starts_with("#!") ? LaunchForm::flags : named->form;
  const bool snippet = form == LaunchForm::python && text.find("fully_shard(") != std::string_view::npos;
  return snippet ? LaunchForm::snippet : form;
}

}  // namespace

std::vector<std::string> files_wanted_by(std::string_view text, std::string_view file, const ShellOutside& outside,
                                         std::span<const LaunchFramework> frameworks) {
  if (text.size() > limits::launch_bytes_max || !not_text(text).empty()) return {};
  const std::optional<LaunchForm> form = form_of(text, file);
  if (form == LaunchForm::flags) return files_wanted(read_shell(text, outside), outside, frameworks);
  std::vector<std::string> paths;
  if (form != LaunchForm::yaml || text.find("defaults:") == std::string_view::npos) return paths;
  if (const Outcome<std::vector<GivenFlag>> flags = read_launch_document(*form, text); succeeded(flags))
    for (const HydraPart& part : hydra_parts_elsewhere(value_of(flags), outside.files)) paths.push_back(part.path);
  return paths;
}

bool is_launch(std::string_view text, std::string_view file, std::span<const LaunchFramework> frameworks) {
  if (text.size() > limits::launch_bytes_max) return form_of_file(file).has_value() || text.starts_with("#!");
  if (!marks_of(text).framework.empty() || form_of_file(file)) return true;
  const std::optional<LaunchForm> form = form_of(text, file);
  if (!form || !not_text(text).empty()) return false;
  if (*form == LaunchForm::flags) return mentions_flag(text, frameworks) || mentions_overrides(text, frameworks);
  if (*form == LaunchForm::python) return python_framework(text, frameworks) != nullptr;
  const Outcome<std::vector<GivenFlag>> flags = read_launch_document(*form, text);
  if (!succeeded(flags)) return *form == LaunchForm::json && mentions_key(text, frameworks);
  const std::vector<GivenFlag>& keys = value_of(flags);
  const bool ours = std::any_of(keys.begin(), keys.end(), [](const GivenFlag& flag) {
    return flag.flag == "shardscope" || flag.flag == "model_type" || is_of_plan(flag.flag);
  });
  return !ours && framework_of(names_of(keys), *form, frameworks) != nullptr;
}

Outcome<LaunchText> read_launch_text(std::string_view text, std::string_view file,
                                     std::span<const LaunchFramework> frameworks, std::span<const OtherTool> others,
                                     const ShellOutside& outside) {
  if (text.size() > limits::launch_bytes_max) return unreadable("it is larger than 1 MiB, and no launch script is");
  if (std::string why = not_text(text); !why.empty()) return unreadable(std::move(why));
  if (const std::optional<PlainText> plain = without_editors_marks(text)) {
    Outcome<LaunchText> launch = read_launch_text(plain->text, file, frameworks, others, outside);
    if (succeeded(launch) && value_of(launch).framework->form == LaunchForm::flags)
      std::get<0>(launch).notices.push_back(
          {Severity::hint, TextPlace{}, plain->said, std::string(rule_name::taken_for_granted)});
    return launch;
  }
  const LaunchMarks marks = marks_of(text);
  const LaunchFramework* named = find_framework(frameworks, marks.framework);
  if (!marks.framework.empty() && named == nullptr)
    return unreadable("its framework \"" + shown(marks.framework) + "\" isn't known; there are " +
                      joined(framework_names(frameworks)));
  const std::optional<LaunchForm> form = form_read(text, file, named);
  if (!form) return unreadable("it is no launch script or configuration of " + framework_titles(frameworks));
  const FilledText filled =
      *form == LaunchForm::yaml ? with_environment(text, outside.environment) : FilledText{std::string(text), {}, {}};
  Outcome<LaunchText> launch =
      *form == LaunchForm::flags ? read_new_script(text, read_shell(text, outside), marks, frameworks, others, outside)
      : *form == LaunchForm::python
          ? read_python(text, named, frameworks, others, outside)
          : read_document(filled.text, *form, marks, frameworks, others, outside, outside.arguments);
  if (!succeeded(launch)) return launch;
  LaunchText& found = std::get<0>(launch);
  found.used.insert(found.used.end(), filled.used.begin(), filled.used.end());
  found.asked.insert(found.asked.end(), filled.asked.begin(), filled.asked.end());
  for (std::string& name : defaults_in(filled, found.flags, *found.framework))
    found.by_default.push_back(std::move(name));
  found.settings = marks.settings;
  launch_before_comment(found, marks);
  return launch;
}

bool is_script(std::string_view text, std::string_view file, std::span<const LaunchFramework> frameworks) {
  return form_read(text, file, find_framework(frameworks, marks_of(text).framework)) == LaunchForm::flags;
}

Outcome<LaunchText> read_walked_script(std::string_view text, const ShellScript& script, const ShellOutside& outside,
                                       std::span<const LaunchFramework> frameworks, const LaunchFramework* known) {
  const LaunchMarks marks = marks_of(text);
  Outcome<LaunchText> launch = read_script(text, script, marks, frameworks, {}, outside, known);
  if (!succeeded(launch)) return launch;
  LaunchText& found = std::get<0>(launch);
  found.settings = marks.settings;
  launch_before_comment(found, marks);
  return launch;
}

}  // namespace shardscope
