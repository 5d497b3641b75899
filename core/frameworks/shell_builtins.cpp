// What a command changes: the shell's own few that matter to a launch, and functions; all others are listed to be
// looked at, and taken to succeed.
#include <algorithm>
#include <charconv>

#include "core/frameworks/shell_reader.h"

namespace shardscope {

ShellTruth ShellReader::run_command(ShellWords words, int line) {
  const std::string name = words.front().text;
  const auto function = functions_.find(name);
  if (!active_) {
    const bool ends = name == "exit" || name == "return" || (function != functions_.end() && function->second.exits);
    saw_exit_ = saw_exit_ || ends;
    return {};
  }
  if (function != functions_.end()) {
    words.erase(words.begin());
    call(name, std::move(words));
    return {};
  }
  ShellTruth status;
  if (builtin(words, line, status)) return status;
  script_.commands.push_back(std::move(words));
  return {std::nullopt, "what " + shown(name) + " answers", true};
}

bool ShellReader::builtin(const ShellWords& words, int line, ShellTruth& status) {
  const std::string& name = words.front().text;
  if (name == "[" || name == "test") {
    const bool closed = name == "[" && words.back().text == "]";
    status = condition_of(std::span(words).subspan(1, words.size() - (closed ? 2 : 1)));
    return true;
  }
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
    for (const ShellWord& word : words) script_.variables.erase(word.text);
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
  if ((name == "source" || name == ".") && words.size() > 1)
    note(line, shown(words[1].text.empty() ? words[1].unknown : words[1].text) +
                   " isn't read: what it sets counts as not set");
  return false;
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
