#include "core/launch_text/launch_command.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/characters.h"
#include "core/launch_text/command/flag_words.h"
#include "core/launch_text/command/launch_world.h"
#include "core/launch_text/named_configuration.h"
#include "core/launch_text/other_launches.h"
#include "core/launch_text/override_words.h"
#include "core/launchers/launchers.h"

namespace shardscope {

namespace {

using AllFrameworks = std::span<const LaunchFramework>;

/// The flags of a command, each as often as it stands there.
std::vector<std::string> flags_in(const ShellWords& words) {
  std::vector<std::string> flags;
  for (const ShellWord& word : words)
    if (is_flag_word(word.text)) flags.push_back(word.text);
  return flags;
}

/// By which a program that Accelerate starts is given its arguments in a YAML (TRL, open-r1, the alignment handbook).
constexpr std::string_view recipe_option = "--config";

bool names_yaml(const ShellWord& word) {
  return word.text.ends_with(".yaml") || word.text.ends_with(".yml");
}

/// With the option before a YAML that stands first behind the program, as the alignment handbook takes it.
ShellWords with_recipe_option(ShellWords words) {
  const std::size_t at = program_at(words) + 1;
  const bool accelerate = std::any_of(words.begin(), words.end(), [](const ShellWord& word) {
    return starter_called(word.text) == Starter::accelerate;
  });
  if (accelerate && at > 1 && at < words.size() && names_yaml(words[at]))
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at),
                 ShellWord{std::string(recipe_option), words[at].line, {}});
  return words;
}

/// What tells whose command it is: the flags of its program, and the launcher before it where that is a tool's own.
std::vector<std::string> telling_names(const ShellWords& words) {
  const auto program = words.begin() + static_cast<std::ptrdiff_t>(program_at(words));
  std::vector<std::string> names = flags_in({program, words.end()});
  if (names.empty()) names = flags_in(words);
  const auto starts = [&](Starter starter) {
    return std::any_of(words.begin(), program,
                       [&](const ShellWord& word) { return starter_called(word.text) == starter; });
  };
  // No flag tells DeepSpeed's Domino, only the folder that it lies in; its launcher starts any program.
  const auto names_domino = [](const ShellWord& word) { return lower(word.text).find("domino") != std::string::npos; };
  if (starts(Starter::deepspeed) && std::any_of(words.begin(), words.end(), names_domino)) names.emplace_back("domino");
  if (starts(Starter::accelerate)) {  // whose options say how replicas share the model
    for (std::string& name : flags_in({words.begin(), program})) names.push_back(std::move(name));
    for (auto word = program; word + 1 < words.end(); ++word)
      if (word->text == recipe_option && names_yaml(word[1])) names.emplace_back("accelerate recipe");
  }
  return names;
}

/// Where no command has a flag that tells, as in a few pasted flags, the plan's flags that several tools share do.
std::vector<LaunchCandidate> candidates_in(const std::vector<ShellWords>& commands,
                                           std::span<const LaunchFramework> frameworks,
                                           const LaunchFramework* framework) {
  std::vector<const LaunchFramework*> whose_all;
  for (const auto& ask : {framework_of, framework_like}) {
    for (const ShellWords& words : commands)
      whose_all.push_back(framework != nullptr ? framework : ask(telling_names(words), LaunchForm::flags, frameworks));
    if (std::any_of(whose_all.begin(), whose_all.end(), [](const LaunchFramework* each) { return each != nullptr; }))
      break;
    whose_all.clear();
  }
  std::vector<LaunchCandidate> all;
  for (std::size_t i = 0; i < whose_all.size(); ++i) {
    const ShellWords& words = commands[i];
    const std::vector<std::string> flags = flags_in(words);
    const LaunchFramework* whose = whose_all[i];
    if (whose == nullptr || is_printed(words)) continue;
    const auto known = std::count_if(flags.begin(), flags.end(),
                                     [&](const std::string& flag) { return whose->flag(flag) != nullptr; });
    if (known > 0) all.push_back({&words, whose, known});
  }
  return all;
}

/// Flags alone, on lines of their own, as when they were cut out of a script: all of them as one command.
ShellWords pasted_flags(const std::vector<ShellWords>& commands) {
  ShellWords all;
  for (const ShellWords& words : commands) {
    if (std::any_of(words.begin(), words.end(), is_program)) return {};
    if (is_flag_word(words.front().text)) all.insert(all.end(), words.begin(), words.end());
  }
  return all;
}

/// The script's arrays together, as when they alone were pasted.
ShellWords flags_in_variables(const ShellScript& script) {
  ShellWords arrays;
  for (const auto& [name, words] : script.variables) {
    const ShellWords flat = flattened(words);
    if (std::any_of(flat.begin(), flat.end(), [](const ShellWord& word) { return is_flag_word(word.text); }))
      arrays.insert(arrays.end(), flat.begin(), flat.end());
  }
  return arrays;
}

std::vector<ShellWords> flattened_commands(const ShellScript& script) {
  std::vector<ShellWords> commands;
  for (const ShellWords& words : script.commands) commands.push_back(with_recipe_option(flattened(words)));
  return commands;
}

std::size_t number_of(const std::vector<ShellWords>& commands, const ShellWords* words) {
  return static_cast<std::size_t>(words - commands.data());
}

/// The last of those with most flags; nullptr where there are none.
const LaunchCandidate* most_flags(const std::vector<LaunchCandidate>& all) {
  const auto most = std::max_element(
      all.rbegin(), all.rend(), [](const LaunchCandidate& a, const LaunchCandidate& b) { return a.known < b.known; });
  return most == all.rend() ? nullptr : &*most;
}

/// The command with most of a framework's flags, or flags that stand by themselves.
LaunchCommand by_flags(const ShellScript& script, const std::vector<ShellWords>& commands, AllFrameworks frameworks,
                       const LaunchFramework* framework) {
  std::vector<LaunchCandidate> all = candidates_in(commands, frameworks, framework);
  std::vector<ShellWords> pasted(1);
  if (all.empty()) pasted.front() = flags_in_variables(script);
  if (!pasted.front().empty()) all = candidates_in(pasted, frameworks, framework);
  const bool bare = !all.empty() && std::all_of(all.begin(), all.end(), [](const LaunchCandidate& each) {
    return is_flag_word(each.words->front().text);
  });
  if (ShellWords flags = bare ? pasted_flags(commands) : ShellWords{}; !flags.empty()) {
    pasted = {std::move(flags)};
    all = candidates_in(pasted, frameworks, framework);
  }
  LaunchCommand launch;
  const LaunchCandidate* chosen = most_flags(all);
  if (chosen == nullptr) return launch;
  launch.words = *chosen->words;
  launch.framework = chosen->framework;
  launch.pasted = chosen->words == pasted.data();
  if (!launch.pasted) launch.at = number_of(commands, chosen->words);
  launch.others = other_launches(all, *chosen);
  return launch;
}

bool says_plan(const LaunchCommand& launch) {
  if (launch.framework == nullptr || launch.framework->form != LaunchForm::flags) return false;
  return reads_configuration(*launch.framework) ||
         std::any_of(launch.words.begin(), launch.words.end(), [&](const ShellWord& word) {
           const std::string_view key = launch.framework->key_of(word.text);
           return key == of_model_width || key == of_model_depth;
         });
}

/// How many of the words are flags of some framework.
std::ptrdiff_t known_flags(const ShellWords& words, AllFrameworks frameworks) {
  return std::count_if(words.begin(), words.end(), [&](const ShellWord& word) {
    return is_flag_word(word.text) && std::any_of(frameworks.begin(), frameworks.end(), [&](const auto& each) {
             return each.form == LaunchForm::flags && each.flag(word.text) != nullptr;
           });
  });
}

constexpr std::ptrdiff_t more_than_flags = limits::shell_words_max;  // any command has

/// How sure it is that a command starts ranks: a launcher of theirs, another that starts many, neither.
int starts_ranks(const ShellWords& words) {
  return starter_of(words) != Starter::none ? 2 : launcher_of(words) != Starter::none ? 1 : 0;
}

/// The last of those for which `of` is largest; nullptr where it is 0 for all.
const ShellWords* last_with_most(const std::vector<ShellWords>& commands, const auto& of) {
  const ShellWords* found = nullptr;
  std::ptrdiff_t most = 1;
  for (const ShellWords& words : commands)
    if (const std::ptrdiff_t count = is_printed(words) ? 0 : of(words); count >= most) most = count, found = &words;
  return found;
}

/// The program that runs, without folders: the same one launches again.
std::string_view program_of(const ShellWords& words) {
  return name_of_file(words[program_at(words)].text);
}

/// What a command that is chosen by what it names or lays over a configuration has beside it: those that do the same,
/// as in a loop over recipes. `says`: whether one does.
std::optional<Problem> launches_beside(const std::vector<ShellWords>& commands, const ShellWords& chosen,
                                       const auto& says) {
  const int starts = starts_ranks(chosen);
  std::vector<LaunchCandidate> all;
  for (const ShellWords& words : commands)
    if (!is_printed(words) && says(words) && starts_ranks(words) == starts &&
        (starts > 0 || program_of(words) == program_of(chosen)))
      all.push_back({&words, nullptr, 1});
  return other_launches(all, {&chosen, nullptr, 1});
}

}  // namespace

bool reads_configuration(const LaunchFramework& framework) {
  return framework.form == LaunchForm::flags &&
         std::any_of(framework.flags.begin(), framework.flags.end(), [](const FlagSpec& spec) {
           return !spec.same_as.empty() && !spec.flag.starts_with("--") && spec.flag.find('.') != std::string::npos;
         });
}

LaunchCommand command_with_flags(const ShellScript& script, const LaunchFramework& framework) {
  return by_flags(script, flattened_commands(script), {&framework, 1}, &framework);
}

LaunchCommand launch_command(const ShellScript& script, AllFrameworks frameworks, const LaunchFramework* framework) {
  const std::vector<ShellWords> commands = flattened_commands(script);
  const bool elsewhere = framework != nullptr && framework->form != LaunchForm::flags;  // its flags stand in a document
  LaunchCommand flags = elsewhere ? LaunchCommand{} : by_flags(script, commands, frameworks, framework);
  const ShellWords* chosen = last_with_most(commands, [&](const ShellWords& words) {
    return configuration_named(words, frameworks)
               ? 1 + starts_ranks(words) * more_than_flags + known_flags(words, frameworks)
               : std::ptrdiff_t{0};
  });
  if (says_plan(flags) &&
      (chosen == nullptr || known_flags(*chosen, frameworks) <= known_flags(flags.words, frameworks)))
    return flags;
  const auto command = [&](const ShellWords* words, const auto& says) {
    return LaunchCommand{*words, nullptr, false, launches_beside(commands, *words, says), number_of(commands, words)};
  };
  const auto names = [&](const ShellWords& words) { return configuration_named(words, frameworks).has_value(); };
  if (chosen != nullptr && *chosen != flags.words) return command(chosen, names);
  if (!flags.words.empty()) return flags;
  const auto overrides = [](const ShellWords& words) { return std::ssize(overrides_behind(words)); };
  if (chosen == nullptr) chosen = last_with_most(commands, overrides);
  if (chosen != nullptr) return command(chosen, overrides);
  chosen = last_with_most(commands, starts_ranks);
  return chosen == nullptr ? LaunchCommand{} : command(chosen, starts_ranks);
}

}  // namespace shardscope
