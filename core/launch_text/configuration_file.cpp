#include "core/launch_text/configuration_file.h"

#include <algorithm>
#include <iterator>

#include "core/base/characters.h"
#include "core/base/limits.h"
#include "core/base/rule_names.h"
#include "core/frameworks/flags_beside.h"
#include "core/launch_text/documents/launch_documents.h"
#include "core/launch_text/documents/put_words.h"
#include "core/launch_text/flag_words.h"
#include "core/launch_text/launch_words.h"
#include "core/launch_text/launch_world.h"
#include "core/launch_text/override_words.h"
#include "core/launch_text/said_gpu.h"
#include "core/shell/shell_texts.h"

namespace shardscope {

namespace {

/// With dashes as with underscores, as argparse takes both.
bool is_option(std::string_view word, std::string_view option) {
  const auto plain = [](char c) { return c == '_' ? '-' : c; };
  return !option.empty() && std::equal(word.begin(), word.end(), option.begin(), option.end(),
                                       [&](char a, char b) { return plain(a) == plain(b); });
}

bool is_configuration_path(std::string_view path) {
  constexpr std::string_view endings[] = {".toml", ".yaml", ".yml", ".json"};
  return std::any_of(std::begin(endings), std::end(endings),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

/// conf/llama.yaml of --config-path conf --config-name llama, as Hydra takes them.
struct HydraNames {
  std::string folder, name;
  int line = 0;

  void take(const ShellWords& words, std::size_t at) {
    if (at + 1 >= words.size()) return;
    if (words[at].text == "--config-path") folder = rendered(words[at + 1]);
    if (words[at].text == hydra_option) name = rendered(words[at + 1]), line = words[at].line;
  }
  std::optional<ConfigurationFile> file() const {
    if (name.empty()) return std::nullopt;
    const std::string ending = is_configuration_path(name) ? "" : ".yaml";
    return ConfigurationFile{(folder.empty() ? "" : folder + "/") + name + ending, std::string(hydra_option), line};
  }
};

std::string with_name(std::string text, std::string_view name) {
  for (std::size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}", at + name.size()))
    text.replace(at, 2, name);
  return text;
}

/// What stands behind an option, where that is known.
const ShellWord* known_behind(const ShellWords& words, std::string_view option) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i].text == option && words[i + 1].unknown.empty() && !words[i + 1].text.empty()) return &words[i + 1];
  return nullptr;
}

/// torchtitan/models/llama3/config_registry.py of -m torchtitan.train --module llama3 --config llama3_8b; or the text
/// that calls what run_recipe.py --recipe llama3_70b_pretrain_config says.
std::optional<ConfigurationFile> function_named(const NamedConfiguration& named, const LaunchFramework& framework,
                                                const ShellWords& words) {
  const bool runs = !named.program.empty() && std::any_of(words.begin(), words.end(), [&](const ShellWord& word) {
    return name_of_file(word.text) == named.program;
  });
  const ShellWord* function = runs ? known_behind(words, named.option) : nullptr;
  const bool of_module = !named.module.empty();
  const ShellWord* module = function != nullptr && of_module ? known_behind(words, named.module) : nullptr;
  if (function == nullptr || (module == nullptr && of_module)) return std::nullopt;
  ConfigurationFile file{function->text, named.option, function[-1].line, false, function->text};
  for (const std::string& line : named.text) file.text += with_name(line, function->text) + "\n";
  if (module == nullptr) return file;
  const bool whole = module->text.find('.') != std::string::npos;
  file.path = whole ? module->text : with_name(framework.python.module, module->text);
  std::replace(file.path.begin(), file.path.end(), '.', '/');
  file.path += "/" + named.file;
  return file;
}

/// recipes/llama.py of --recipe recipes.llama.my_8b, whose function my_8b makes it; or a call of the framework's own
/// function, where it has one of that name.
std::optional<ConfigurationFile> dotted_function(const NamedConfiguration& named, const LaunchFramework& framework,
                                                 const ShellWords& words) {
  const bool of_any = named.program.empty() && named.file == "{}.py";
  const ShellWord* word = of_any ? known_behind(words, named.option) : nullptr;
  const auto is_dotted = [](char c) { return is_name(c) || c == '.'; };
  const std::size_t dot = word == nullptr ? std::string::npos : word->text.rfind('.');
  if (dot == std::string::npos || !std::all_of(word->text.begin(), word->text.end(), is_dotted)) return std::nullopt;
  if (word->text.front() == '.' || word->text.back() == '.' || word->text.find("..") != std::string::npos)
    return std::nullopt;
  if (word->text.ends_with(".py") || is_configuration_path(word->text)) return std::nullopt;
  ConfigurationFile file{word->text.substr(0, dot), named.option, word[-1].line, false, word->text.substr(dot + 1)};
  const bool own = std::any_of(framework.recipes.begin(), framework.recipes.end(), [&](const FrameworkRecipe& each) {
    return std::find(each.names.begin(), each.names.end(), file.recipe) != each.names.end();
  });
  for (const std::string& line : named.text)
    if (own) file.text += with_name(line, file.recipe) + "\n";
  std::replace(file.path.begin(), file.path.end(), '.', '/');
  file.path += ".py";
  return file;
}

using AllFrameworks = std::span<const LaunchFramework>;

/// The last that `find` finds of the ways of all frameworks.
std::optional<ConfigurationFile> last_named(AllFrameworks frameworks, const auto& find) {
  std::optional<ConfigurationFile> last;
  for (const LaunchFramework& framework : frameworks)
    for (const NamedConfiguration& named : framework.configuration)
      if (auto found = find(named, framework)) last = std::move(found);
  return last;
}

/// By the option at `at`, which any program may take.
std::optional<ConfigurationFile> file_behind(const ShellWords& words, std::size_t at, AllFrameworks frameworks) {
  const bool option = at + 1 < words.size() && words[at].text.starts_with('-');
  std::string path = option ? rendered(words[at + 1]) : std::string();
  if (!is_configuration_path(path)) return std::nullopt;
  return last_named(frameworks, [&](const NamedConfiguration& named, const LaunchFramework&) {
    const bool fits = named.program.empty() && is_option(words[at].text, named.option);
    return fits ? std::optional(ConfigurationFile{path, words[at].text, words[at].line}) : std::nullopt;
  });
}

/// By a variable that a runner beside the script reads.
std::optional<ConfigurationFile> file_in(const std::string& variable, const ShellScript& script) {
  for (const auto* all : {&script.variables, &script.environment})
    if (const auto found = all->find(variable); found != all->end() && found->second.size() == 1 &&
                                                found->second.front().unknown.empty() &&
                                                is_configuration_path(found->second.front().text))
      return ConfigurationFile{found->second.front().text, variable, found->second.front().line, true};
  return std::nullopt;
}

/// Without what only a run knows at its start, which is the folder that the script lies in; nothing where more is open.
std::optional<std::string> path_beside(const std::string& path) {
  const std::size_t last = path.find_last_of("$`)}\"");
  if (last == std::string::npos) return path;
  const std::size_t slash = path.find('/', last);
  return slash == std::string::npos ? std::nullopt : std::optional<std::string>(path.substr(slash + 1));
}

/// Whether some of its flags have names of a configuration's beside their own.
bool reads_configuration(const LaunchFramework& framework) {
  return framework.form == LaunchForm::flags &&
         std::any_of(framework.flags.begin(), framework.flags.end(), [](const FlagSpec& spec) {
           return !spec.same_as.empty() && !spec.flag.starts_with("--") && spec.flag.find('.') != std::string::npos;
         });
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

std::optional<ConfigurationFile> configuration_of(const ShellScript& script, AllFrameworks frameworks) {
  std::optional<ConfigurationFile> last;
  bool here = false;  // whether the present command names one
  const auto take = [&](std::optional<ConfigurationFile> found) {
    if (found) last = std::move(found), here = true;
  };
  for (const ShellWords& command : script.commands) {
    const ShellWords words = flattened(command);
    here = false;
    HydraNames hydra;
    for (std::size_t i = 0; i < words.size(); ++i) {
      hydra.take(words, i);
      take(file_behind(words, i, frameworks));
    }
    take(hydra.file());
    take(last_named(frameworks, [&](const auto& named, const auto& of) { return function_named(named, of, words); }));
    if (!here)  // beside a file that the command names, a recipe may be anything
      take(
          last_named(frameworks, [&](const auto& named, const auto& of) { return dotted_function(named, of, words); }));
  }
  const ShellDocument* made = last ? document_called(script, last->path) : nullptr;
  if (made != nullptr && made->elsewhere) last->made_from = made->base, last->put = made->replaced;
  if (last) return last;
  return last_named(frameworks, [&](const auto& named, const auto&) { return file_in(named.variable, script); });
}

std::optional<ConfigurationText> text_of_configuration(const ConfigurationFile& file, const ShellScript& script,
                                                       const ShellOutside& outside) {
  if (!file.text.empty()) return ConfigurationText{file.text, LaunchForm::python, std::max(file.line - 1, 1), {}, {}};
  const LaunchForm form = form_of_file(file.path).value_or(LaunchForm::json);
  const ShellDocument* made = document_called(script, file.path);
  const bool over = made != nullptr && !made->elsewhere && name_of_file(made->base) == name_of_file(file.path);
  if (const auto given = outside.files.find(name_of_file(file.path)); given != outside.files.end() && !over)
    return ConfigurationText{given->second, form, 0, {}, {}};
  if (made == nullptr || made->elsewhere) return std::nullopt;
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

Outcome<LaunchText> with_command(Outcome<LaunchText> inner, const ConfigurationFile& file,
                                 const ConfigurationText& configuration, const ShellScript& script,
                                 std::span<const LaunchFramework> frameworks) {
  if (!succeeded(inner)) return unreadable_configuration(file, configuration, problems_of(inner));
  LaunchText& found = std::get<0>(inner);
  for (GivenFlag& each : found.flags) each.line = line_in_script(configuration, each.line);
  if (!file.text.empty())  // the call stands in no line of the script, which names the recipe
    for (Problem& notice : found.notices)
      for (TextPlace& place : notice.places) place.line = file.line;
  found.configuration = file.option;
  if (!file.made_from.empty()) found.notices.push_back(said_as_it_stands(file));
  for (Problem& each : unread_words(script, file.option)) found.notices.push_back(std::move(each));
  LaunchWords words = launch_words(script, frameworks, found.framework);
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
Outcome<LaunchText> with_script_around(Outcome<LaunchText> inner, const LaunchText& launch, const ShellScript& script) {
  if (!succeeded(inner)) return inner;
  LaunchText& found = std::get<0>(inner);
  const ShellWords command = starting_command(script);
  found.used = launch.used;
  found.overwritten = launch.overwritten;
  found.files = launch.files;
  found.asked = asked_by(script, command);
  found.by_default = defaults_in(command, found.framework);
  found.world = launch.world;
  found.machines = launch.machines;
  found.nodes_by_default = launch.nodes_by_default;
  if (found.gpu.words.empty()) found.gpu = gpu_of(script, command);
  ScriptParts around = script_parts(script, command, {});
  found.script.insert(found.script.end(), around.begin(), around.end());
  found.notices.insert(found.notices.end(), launch.notices.begin(), launch.notices.end());
  return inner;
}

namespace {

/// Those that a command names beside the last one, of a program that reads several: accelerate's beside its program's.
std::vector<ConfigurationFile> files_beside(const ShellScript& script, AllFrameworks frameworks,
                                            const ConfigurationFile& last) {
  std::vector<ConfigurationFile> all;
  for (const LaunchFramework& framework : frameworks)
    for (const ShellWords& command : script.commands) {
      const ShellWords words = flattened(command);
      for (std::size_t i = 0; reads_configuration(framework) && i < words.size(); ++i)
        if (auto found = file_behind(words, i, {&framework, 1}); found && !(found->option == last.option))
          all.push_back(*std::move(found));
    }
  return all;
}

}  // namespace

std::optional<std::vector<Problem>> add_configurations(LaunchText& launch, const ConfigurationFile& last,
                                                       const ShellScript& script, const ShellOutside& outside,
                                                       AllFrameworks frameworks) {
  std::vector<ConfigurationFile> files = files_beside(script, {launch.framework, 1}, last);
  for (const ConfigurationFile& each : files)
    if (const std::string name(name_of_file(each.path)); outside.files.contains(name)) launch.files.push_back(name);
  files.push_back(last);
  for (const ConfigurationFile& each : files)
    if (auto problems = add_configuration(launch, each, text_of_configuration(each, script, outside), frameworks))
      return problems;
  return std::nullopt;
}

std::vector<std::string> files_wanted(const ShellScript& script, const ShellOutside& outside,
                                      AllFrameworks frameworks) {
  std::vector<std::string> paths = script.wanted;
  const std::optional<ConfigurationFile> file = configuration_of(script, frameworks);
  paths.insert(paths.end(), script.texts_wanted.begin(), script.texts_wanted.end());
  const LaunchFramework* whose = file ? launch_words(script, frameworks, nullptr).framework : nullptr;
  if (whose != nullptr)
    for (const ConfigurationFile& each : files_beside(script, {whose, 1}, *file))
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
