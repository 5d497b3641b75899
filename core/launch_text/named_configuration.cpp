#include "core/launch_text/named_configuration.h"

#include <algorithm>
#include <iterator>

#include "core/base/characters.h"
#include "core/shell/shell_texts.h"

namespace shardscope {

namespace {

using AllFrameworks = std::span<const LaunchFramework>;

bool is_configuration_path(std::string_view path) {
  constexpr std::string_view endings[] = {".toml", ".yaml", ".yml", ".json", ".conf"};
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

}  // namespace

bool is_option(std::string_view word, std::string_view option) {
  const auto plain = [](char c) { return c == '_' ? '-' : c; };
  return !option.empty() && std::equal(word.begin(), word.end(), option.begin(), option.end(),
                                       [&](char a, char b) { return plain(a) == plain(b); });
}

std::vector<ConfigurationFile> files_named(const ShellWords& words, AllFrameworks frameworks) {
  std::vector<ConfigurationFile> all;
  HydraNames hydra;
  for (std::size_t i = 0; i < words.size(); ++i) {
    hydra.take(words, i);
    if (auto found = file_behind(words, i, frameworks)) all.push_back(*std::move(found));
  }
  if (auto found = hydra.file()) all.push_back(*std::move(found));
  return all;
}

std::optional<ConfigurationFile> configuration_named(const ShellWords& words, AllFrameworks frameworks) {
  const auto function =
      last_named(frameworks, [&](const auto& named, const auto& of) { return function_named(named, of, words); });
  if (function) return function;
  if (std::vector<ConfigurationFile> files = files_named(words, frameworks); !files.empty())
    return std::move(files.back());
  return last_named(frameworks, [&](const auto& named, const auto& of) { return dotted_function(named, of, words); });
}

std::optional<ConfigurationFile> configuration_in_variable(const ShellScript& script, AllFrameworks frameworks) {
  return last_named(frameworks, [&](const auto& named, const auto&) { return file_in(named.variable, script); });
}

}  // namespace shardscope
