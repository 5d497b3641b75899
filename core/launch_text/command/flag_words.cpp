#include "core/launch_text/command/flag_words.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/frameworks/flag_values.h"
#include "core/shell/shell_code.h"
#include "core/shell/shell_conditions.h"
#include "core/shell/shell_texts.h"

namespace shardscope {

namespace {

/// Of a switch whose parser takes words, as Hugging Face's, its own truth words too.
bool says_toggle(std::span<const ShellWord> values, bool takes_words) {
  constexpr std::string_view words[] = {"true", "false", "True", "False"};
  if (values.empty()) return false;
  const std::string& text = values[0].text;
  return std::find(std::begin(words), std::end(words), text) != std::end(words) ||
         (takes_words && truth_of(text).has_value());
}

/// The variable that holds this alone, of several the one that was set first; none where no variable does.
std::string holder_of(const std::string& unknown, const ShellScript& script) {
  std::string holder;
  int line = 0;
  for (const auto& [name, words] : script.variables) {
    const bool alone = words.size() == 1 && words[0].text.empty() && words[0].unknown == unknown;
    if (alone && (holder.empty() || words[0].line < line)) holder = name, line = words[0].line;
  }
  return holder;
}

}  // namespace

bool is_flag_word(std::string_view word) {
  return word.size() > 2 && word.starts_with("--") && word[2] >= 'A' && word[2] <= 'z';
}

ShellWords flattened(const ShellWords& words) {
  ShellWords all;
  const auto add = [&](ShellWord word) {
    const std::size_t equals = word.text.find('=');
    if (is_flag_word(word.text) && equals != std::string::npos) {
      ShellWord flag{word.text.substr(0, equals), word.line, ""};
      flag.inner = word.inner;
      all.push_back(std::move(flag));
      word.text.erase(0, equals + 1);
      std::erase_if(word.marks, [&](const ShellMark& mark) { return mark.at <= equals; });
      for (ShellMark& mark : word.marks) mark.at -= equals + 1;
    }
    all.push_back(std::move(word));
  };
  for (const ShellWord& word : words) {
    const bool holds_flags = word.text.find(" --") != std::string::npos || word.text.find("\n--") != std::string::npos;
    if (!holds_flags) {
      add(word);
      continue;
    }
    for (ShellWord& part : split_words(word)) {
      part.inner = true;
      add(std::move(part));
    }
  }
  return all;
}

bool is_value_of_option(const ShellWords& command, std::size_t i, Starter launcher) {
  if (i == 0) return false;
  // `-w $EMPTY torchrun --nnodes 2`: what follows is an option of that program alone.
  const Starter own = starter_called(command[i].text);
  const LauncherName* next =
      own >= Starter::torchrun && i + 1 < command.size() ? find_option(command[i + 1].text, own) : nullptr;
  if (next != nullptr && next->whose == own) return false;
  const std::string_view before = command[i - 1].text;
  const LauncherName* option = find_option(before, launcher);
  return option != nullptr && !option->bare && before.size() == option->name.size();
}

std::vector<Starter> launchers_in(const ShellWords& command) {
  std::vector<Starter> all(command.size(), Starter::none);
  if (command.empty() || !is_starter(command.front().text)) return all;
  Starter launcher = starter_called(command.front().text);
  if (name_of_file(command.front().text) == "sbatch") return std::vector<Starter>(command.size(), launcher);
  for (std::size_t i = 1; i < command.size() && !command[i].text.ends_with(".py"); ++i) {
    all[i] = launcher;
    if (!is_value_of_option(command, i, launcher) && begins_command(command[i].text))
      launcher = starter_called(command[i].text);
  }
  return all;
}

Starter launcher_of(const ShellWords& command) {
  const std::vector<Starter> all = launchers_in(command);
  const auto first = std::find_if(all.begin(), all.end(), [](Starter each) { return each != Starter::none; });
  return first == all.end() ? Starter::none : *first;
}

std::optional<ShellWord> value_of(const ShellWords& words, std::size_t i, const LauncherName& option) {
  const std::optional<std::string_view> within = value_in(words[i].text, option);
  if (!within) return std::nullopt;
  const bool glued = !within->empty() || (option.may_be_glued() && !words[i].unknown.empty());
  if (!glued) return i + 1 < words.size() ? std::optional(words[i + 1]) : std::nullopt;
  ShellWord value = words[i];
  value.text = *within;
  return value;
}

ShellWords slurm_command(const ShellScript& script) {
  ShellWords words = flattened(script.slurm);
  words.insert(words.begin(), {"sbatch", 0, {}});
  return words;
}

std::size_t count_of_values(const FlagSpec* spec, std::span<const ShellWord> values) {
  const bool toggle = spec != nullptr && spec->type == FlagType::toggle;
  const std::size_t most = toggle ? (says_toggle(values, !spec->values.empty()) ? 1 : 0) : 1;
  return spec != nullptr && spec->type == FlagType::list ? values.size() : std::min(values.size(), most);
}

std::string_view key_of_override(std::string_view word) {
  const std::size_t begin = std::min(word.find_first_not_of('+'), word.size()), equals = word.find('=');
  if (begin > 2 || equals == std::string_view::npos || equals <= begin) return {};
  const std::string_view key = word.substr(begin, equals - begin);
  const bool plain = std::all_of(key.begin(), key.end(), [](char c) { return is_name(c) || c == '.'; });
  return plain && key.find('.') != std::string_view::npos ? key : std::string_view();
}

bool is_printed(const ShellWords& words) {
  return words.front().text == "echo" || words.front().text == "printf";
}

bool is_program(const ShellWord& word) {
  return word.text.ends_with(".py") || word.text == "-m";
}

std::size_t program_at(const ShellWords& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool launcher = i + 1 < words.size() && starter_called(words[i + 1].text) != Starter::none;
    if (is_program(words[i]) && !launcher) return i;
  }
  return 0;
}

bool hides_options(const ShellWords& launch) {
  const std::size_t program = program_at(launch);
  for (std::size_t i = 0; i < (program > 0 ? program : launch.size()); ++i) {
    const LauncherName* before = i > 0 ? find_option(launch[i - 1].text) : nullptr;
    const bool value = i > 0 && is_flag_word(launch[i - 1].text) && (before == nullptr || !before->bare);
    if (!launch[i].unknown.empty() && launch[i].text.empty() && !value) return true;
  }
  return false;
}

ShellWords with_overrides(const ShellWords& words, const LaunchFramework& framework) {
  if (framework.names_below.empty()) return words;
  const std::size_t program = program_at(words);
  ShellWords all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    ShellWord word = words[i];
    const std::string short_name = "-" + word.text;
    if (const std::string_view key = key_of_override(word.text); i > program && !key.empty()) {
      ShellWord value = word;
      value.text.erase(0, word.text.find('=') + 1);
      const FlagSpec* spec = framework.flag(key);
      word.text = spec != nullptr && !spec->same_as.empty() ? spec->same_as : "--" + std::string(key);
      word.unknown.clear();
      all.push_back(std::move(word));
      word = std::move(value);
    } else if (i > program && word.text.starts_with('-') && is_flag_word(short_name) &&
               (framework.flag(short_name) != nullptr || framework.ignores(short_name))) {
      word.text = short_name;
    }
    all.push_back(std::move(word));
  }
  return all;
}

std::string why_unknown(const std::string& unknown, const ShellScript& script) {
  const std::string what = shown(said_unknown(unknown));
  if (unknown == "$(read)") return "what the shell's read takes in isn't followed here";
  if (unknown.starts_with("${")) return what + " is a form that isn't followed here";
  if (unknown.starts_with("$((")) return what + " can't be worked out here";
  if (!is_unset_name(unknown) || !is_name_start(unknown[1])) return what + " has a value only when the script runs";
  if (script.environment.contains(unknown.substr(1)))
    return what + " is set for what the command runs, which is too late for its own words";
  std::string files;
  for (const std::string& file : script.sourced) files += (files.empty() ? "" : ", ") + shown(file);
  return what + " is never set in the script" +
         (files.empty() ? "" : "; " + files + (script.sourced.size() > 1 ? " aren't read here" : " isn't read here"));
}

std::optional<ShellChoice> choice_behind(const std::string& unknown, const ShellScript& script) {
  if (!is_unset_name(unknown)) return std::nullopt;
  std::optional<ShellChoice> behind;
  for (const ShellChoice& each : script.choices) {
    if (std::find(each.sets.begin(), each.sets.end(), unknown.substr(1)) == each.sets.end()) continue;
    if (!behind)
      behind = each;
    else if (behind->hangs_on == each.hangs_on)
      behind->values.insert(behind->values.end(), each.values.begin(), each.values.end());
  }
  if (behind && behind->hangs_on == unknown) return std::nullopt;  // a default for itself
  return behind;
}

std::string with_meaning(const std::string& unknown, const ShellScript& script) {
  const bool argument = unknown.size() > 1 && is_digit(unknown[1]);
  std::string words = argument ? holder_of(unknown, script) : std::string();
  std::vector<std::string> values;
  for (const ShellChoice& each : script.choices)
    for (const std::string& value : each.values)
      if (each.hangs_on == unknown && !value.empty() && std::find(values.begin(), values.end(), value) == values.end())
        values.push_back(shown(value));
  constexpr std::size_t values_said_max = 12;
  if (values.size() > 1 && values.size() <= values_said_max)
    words += (words.empty() ? "" : ", ") + joined(values, " or ");
  else if (values.size() == 1)
    words += (words.empty() ? "" : ", ") + std::string("as ") + values.front();
  return unknown + (words.empty() ? "" : " (" + words + ")");
}

Remedy how_to_give(const std::string& unknown, const ShellScript& script) {
  const std::vector<std::string> names = variables_in(unknown);
  const bool argument = unknown.size() > 1 && unknown[0] == '$' &&
                        (is_digit(unknown[1]) || std::string_view("@*#").find(unknown[1]) != std::string_view::npos);
  if (argument) return {RemedyKind::outside, "give the script's arguments behind --", {}, names};
  if (is_unset_name(unknown) && is_name_start(unknown[1]))
    return {RemedyKind::outside, "--env " + unknown.substr(1) + "=VALUE says it", {}, names};
  if (const std::string set = said_unknown(unknown); set != unknown)  // a scheduler's own, whatever holds it too
    return {RemedyKind::outside, "--env " + set.substr(1) + "=VALUE says it", {}, {set.substr(1)}};
  const std::string holder = holder_of(unknown, script);
  if (holder.empty()) return {RemedyKind::none, "write the number", {}, names};
  return {RemedyKind::outside, "--env " + holder + "=VALUE says it, or write the number", {}, {holder}};
}

std::string variable_with(const ShellWord& word, const ShellScript& script) {
  const std::string code = word.marks.empty() ? std::string() : word.marks.back().code;
  for (const auto& [name, words] : script.variables)
    if (!code.empty() && words.size() == 1 && words[0].text.empty() && !words[0].marks.empty() &&
        words[0].marks.back().code == code)
      return "$" + name;
  return {};
}

namespace {

/// "program ppo" of a program called ppo_multi_adapter.py.
void add_parts(const std::string& program, std::vector<std::string>& all) {
  for (std::size_t begin = 0; begin < program.size();) {
    const std::size_t end = std::min(program.find_first_of("_-.", begin), program.size());
    all.push_back("program " + lower(program.substr(begin, end - begin)));
    begin = end + 1;
  }
}

}  // namespace

std::vector<std::string> telling_words(const ShellScript& script, const ShellWords& launch) {
  std::vector<std::string> all;
  const auto add = [&](const ShellWords& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i].text;
      all.push_back(word.starts_with("-") ? word.substr(0, word.find('=')) : word.substr(word.rfind('/') + 1));
      if (i == 0) continue;
      all.push_back(words[i - 1].text + " = " + word);  // a flag and its value
      all.push_back(words[i - 1].text + " " + word);    // a command and what it is to do: "megatron sft"
      if (word.ends_with(".py") || words[i - 1].text == "-m") add_parts(word.substr(word.rfind('/') + 1), all);
    }
  };
  if (!launch.empty()) add(launch);
  for (const ShellWords& words : script.commands)
    if (launch.empty()) add(words);
  return all;
}

std::vector<std::string> telling_words(const std::vector<GivenFlag>& flags) {
  std::vector<std::string> all;
  for (const GivenFlag& flag : flags) {
    if (flag.value.none() && flag.json.empty()) continue;
    if (const std::string* text = flag.value.text(); text != nullptr && text->ends_with(".py"))
      all.push_back(text->substr(text->rfind('/') + 1));
    for (const std::string& key : {flag.flag, flag.flag.substr(flag.flag.rfind('.') + 1)}) {
      all.push_back(key);
      all.push_back(key + " = " + words_of(flag.value));
      if (flag.value.list() != nullptr)
        for (const Value& each : *flag.value.list()) all.push_back(key + " = " + words_of(each));
    }
  }
  return all;
}

bool mentions_flag(std::string_view text, std::span<const LaunchFramework> frameworks) {
  for (std::size_t at = text.find("--"); at != std::string_view::npos; at = text.find("--", at + 2)) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n='\"\\)", at), text.size());
    const std::string word(text.substr(at, end - at));
    for (const LaunchFramework& each : frameworks)
      if (is_flag_word(word) && (each.flag(word) != nullptr || each.ignores(word))) return true;
  }
  return false;
}

bool mentions_key(std::string_view text, std::span<const LaunchFramework> frameworks) {
  return std::any_of(frameworks.begin(), frameworks.end(), [&](const LaunchFramework& each) {
    return each.form == LaunchForm::json &&
           std::any_of(each.flags.begin(), each.flags.end(), [&](const FlagSpec& spec) {
             const std::string key = "\"" + spec.flag.substr(0, spec.flag.find('.')) + "\"";
             return text.find(key) != std::string_view::npos;
           });
  });
}

}  // namespace shardscope
