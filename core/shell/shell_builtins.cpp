// What a command changes: the shell's own few that matter to a launch, and functions; all others are listed to be
// looked at, and taken to succeed.
#include <algorithm>
#include <charconv>
#include <span>

#include "core/base/number_text.h"
#include "core/shell/shell_reader.h"

namespace shardscope {

void ShellReader::keep_before(const std::string& name) {
  const auto [prefix, first] = prefixes_.try_emplace(name);
  if (prefix->second.swapped) swap(name, prefix->second);  // assigned again, behind "time"
  const auto before = script_.variables.find(name);
  if (first && before != script_.variables.end()) prefix->second.other = before->second;
}

void ShellReader::swap(const std::string& name, Prefix& prefix) {
  const auto found = script_.variables.find(name);
  std::optional<ShellWords> in_use;
  if (found != script_.variables.end()) in_use = std::move(found->second);
  if (prefix.other)
    script_.variables[name] = std::move(*prefix.other);
  else
    script_.variables.erase(name);
  prefix.other = std::move(in_use);
  prefix.swapped = !prefix.swapped;
}

void ShellReader::swap_out(std::map<std::string, Prefix>& prefixes) {
  for (auto& [name, prefix] : prefixes)
    if (!prefix.swapped) swap(name, prefix);
}

void ShellReader::swap_in(std::map<std::string, Prefix>& prefixes) {
  for (auto& [name, prefix] : prefixes)
    if (prefix.swapped) swap(name, prefix);
}

void ShellReader::export_name(const std::string& name) {
  std::vector<std::string>& all = script_.exported;
  if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
}

ShellTruth ShellReader::run_command(ShellWords words, int line, std::map<std::string, Prefix> prefixes) {
  const std::string name = words.front().text;
  const auto function = functions_.find(name);
  if (!active_) {
    const bool ends = name == "exit" || name == "return" || (function != functions_.end() && function->second.exits);
    saw_exit_ = saw_exit_ || ends;
    return {};
  }
  if (function != functions_.end()) {
    words.erase(words.begin());
    swap_in(prefixes);
    call(name, std::move(words));
    swap_out(prefixes);
    return {};
  }
  for (const auto& [variable, prefix] : prefixes)
    if (prefix.other) script_.environment[variable] = *prefix.other;
  ShellTruth status;
  if (builtin(words, line, status)) return status;
  script_.commands.push_back(std::move(words));
  script_.command_lines.push_back(line);
  return {std::nullopt, "what " + shown(name) + " answers", true};
}

bool ShellReader::builtin(const ShellWords& words, int line, ShellTruth& status) {
  const std::string& name = words.front().text;
  if (name == "[" || name == "test") {
    const bool closed = name == "[" && words.back().text == "]";
    status = condition_of(std::span(words).subspan(1, words.size() - (closed ? 2 : 1)));
    return true;
  }
  if (name == "export")
    for (const ShellWord& word : std::span(words).subspan(1))
      if (!word.text.empty() && is_shell_name_start(word.text[0])) export_name(word.text);
  constexpr std::string_view quiet[] = {"true", ":", "export", "local", "declare", "readonly", "typeset"};
  if (std::find(std::begin(quiet), std::end(quiet), name) != std::end(quiet)) return true;
  if (name == "false") return status = {false, {}}, true;
  if (name == "exit") return ended_ = true;
  if (name == "return") return returning_ = true;
  if (name == "break") return breaking_ = true;
  if (name == "continue") return continuing_ = true;
  if (name == "shift") return shift(words), true;
  if (name == "let") return let(words), true;
  if (name == "unset") {
    for (const ShellWord& word : words) unset(word.text);
    return true;
  }
  if (name == "set" && words.size() > 1 && words[1].text == "--") {
    arguments_ = ShellWords(words.begin() + 2, words.end());
    return true;
  }
  if (name == "read") {
    for (std::size_t i = 1; i < words.size(); ++i)
      if (!words[i].text.empty() && is_shell_name_start(words[i].text[0]))
        script_.variables[words[i].text] = {{"", line, "$(read)"}};
    return true;
  }
  if ((name == "source" || name == ".") && words.size() > 1) {
    script_.sourced.push_back(words[1].text.empty() ? words[1].unknown : words[1].text);
    note(line, shown(script_.sourced.back()) + " isn't read: what it sets counts as not set");
  }
  return false;
}

/// A variable, or one word of an array: A[1].
void ShellReader::unset(const std::string& name) {
  const std::size_t bracket = name.find('[');
  const auto variable = script_.variables.find(name.substr(0, bracket));
  if (variable == script_.variables.end()) return;
  if (bracket == std::string::npos) return void(script_.variables.erase(variable));
  ShellWords& array = variable->second;
  const std::optional<std::int64_t> index = parse_whole(name.substr(bracket + 1, name.size() - bracket - 2));
  if (index && *index >= 0 && static_cast<std::size_t>(*index) < array.size()) array.erase(array.begin() + *index);
}

void ShellReader::shift(const ShellWords& words) {
  std::size_t count = 1;
  if (words.size() > 1) std::from_chars(words[1].text.data(), words[1].text.data() + words[1].text.size(), count);
  if (!arguments_) return;
  count = std::min(count, arguments_->size());
  arguments_->erase(arguments_->begin(), arguments_->begin() + static_cast<std::ptrdiff_t>(count));
}

/// let "A = B * 2" and let A++.
void ShellReader::let(const ShellWords& words) {
  for (std::size_t i = 1; i < words.size(); ++i) set_computed(words[i].text);
}

bool ShellReader::set_computed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  std::size_t end = begin;
  while (end < text.size() && is_shell_name(text[end])) ++end;
  const std::string name(text.substr(begin, end - begin));
  const std::size_t sign = std::min(text.find_first_not_of(" \t", end), text.size());
  const std::string_view rest = text.substr(sign);
  if (name.empty() || !is_shell_name_start(name[0]) || rest.empty()) return false;
  std::string value;
  if (rest.starts_with("++") || rest.starts_with("--"))
    value = name + rest[0] + "1";
  else if (rest[0] == '=' && !rest.starts_with("=="))
    value = rest.substr(1);
  else if (rest.size() > 1 && rest[1] == '=' && std::string_view("+-*/%").find(rest[0]) != std::string_view::npos)
    value = name + rest[0] + "(" + std::string(rest.substr(2)) + ")";
  else
    return false;
  script_.variables[name] = {computed(value)};
  return true;
}

}  // namespace shardscope
