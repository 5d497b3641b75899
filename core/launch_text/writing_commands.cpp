#include "core/launch_text/writing_commands.h"

#include <algorithm>

#include "core/launch_text/command/flag_words.h"
#include "core/launch_text/command/launch_world.h"
#include "core/launch_text/named_configuration.h"
#include "core/shell/shell_programs.h"

namespace shardscope {

namespace {

using AllFrameworks = std::span<const LaunchFramework>;

/// accelerate config writes the file that accelerate launch reads.
bool launches(const ShellWords& words) {
  const Starter starter = starter_of(words);
  if (starter != Starter::accelerate) return starter != Starter::none;
  return std::none_of(words.begin(), words.end(), [](const ShellWord& word) { return word.text == "config"; });
}

/// A program that is given the file by an option which names a configuration.
bool takes_as_launches_do(const ShellWords& words, std::string_view file, AllFrameworks frameworks) {
  if (program_at(words) == 0) return false;
  const std::vector<ConfigurationFile> named = files_named(words, frameworks);
  return std::any_of(named.begin(), named.end(),
                     [&](const ConfigurationFile& each) { return name_of_file(each.path) == file; });
}

}  // namespace

bool may_be_written(const ShellScript& script, std::string_view path, std::size_t from, std::size_t commands,
                    AllFrameworks frameworks) {
  const std::string_view file = name_of_file(path);
  const auto followed = [&](std::size_t at) {
    const auto& known = script.known_programs;
    return std::find(known.begin(), known.end(), at) != known.end() ||
           std::any_of(script.documents.begin(), script.documents.end(), [&](const ShellDocument& each) {
             return each.commands == at + 1 && name_of_file(each.file) == file;
           });
  };
  for (std::size_t i = from; i < std::min(commands, script.commands.size()); ++i) {
    const ShellWords& words = script.commands[i];
    if (!names_file(words, file) || leaves_file(words, file) || followed(i)) continue;
    const ShellWords flat = flattened(words);
    if (!launches(flat) && !takes_as_launches_do(flat, file, frameworks)) return true;
  }
  return false;
}

}  // namespace shardscope
