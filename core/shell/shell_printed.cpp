#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/shell/shell_source.h"
#include "core/shell/shell_state.h"
#include "core/shell/shell_steps.h"
#include "core/shell/shell_words.h"

namespace shardscope {

namespace {

constexpr std::size_t work_of_one = 2'000;  // that one counts as by itself, beside its words

/// The commands in "$(…)" or "`…`"; empty of other code.
std::string_view commands_in(std::string_view code) {
  const bool dollar = code.starts_with("$(") && !code.starts_with("$((");
  if (!dollar && !code.starts_with('`')) return {};
  const std::size_t begin = dollar ? 2 : 1;
  return code.size() > begin ? trimmed(code.substr(begin, code.size() - begin - 1)) : std::string_view();
}

/// Whether the first of them prints, asks something, or is a function of the script's.
bool may_print(const ShellState& state, std::string_view commands) {
  constexpr std::string_view known[] = {"echo", "printf", "[", "[[", "test", "if", "case"};
  const std::string first(commands.substr(0, commands.find_first_of(" \t\n;")));
  return std::find(std::begin(known), std::end(known), first) != std::end(known) || state.functions.contains(first);
}

/// What echo prints of its words, with the end of its line.
std::optional<ShellWord> echoed(const ShellWords& words) {
  std::size_t begin = 1;
  std::string options;
  for (; begin < words.size(); ++begin) {
    const std::string& word = words[begin].text;
    if (word.size() < 2 || word[0] != '-' || word.find_first_not_of("neE", 1) != std::string::npos) break;
    options += word;
  }
  ShellWord text = joined(ShellWords(words.begin() + static_cast<std::ptrdiff_t>(begin), words.end()));
  const bool escapes = options.find('e') != std::string::npos && text.text.find('\\') != std::string::npos;
  if (escapes) return std::nullopt;
  if (options.find('n') == std::string::npos) text.text += '\n';
  return text;
}

/// What printf prints, as its -v would set it; nothing where it goes through its format again.
std::optional<ShellWord> formatted_by(ShellState& state, ShellWords words, int line) {
  constexpr const char* holder = "_";
  if (words.size() > 1 && words[1].text == "--") words.erase(words.begin() + 1);
  if (words.size() < 2 || words[1].text == "-v") return std::nullopt;
  const std::string& format = words[1].text;
  std::size_t takes = 0;
  for (std::size_t at = format.find('%'); at != std::string::npos; at = format.find('%', at + 1))
    format.compare(at, 2, "%%") == 0 ? void(++at) : void(++takes);
  if (words.size() - 2 > takes) return std::nullopt;
  words.insert(words.begin() + 1, {{"-v", line, {}}, {holder, line, {}}});
  (void)run_builtin(state, words, line);
  ShellWord text = state.script.variables[holder].front();
  for (std::size_t at = text.text.find("\\n"); at != std::string::npos; at = text.text.find("\\n", at))
    text.text.replace(at, 2, "\n");
  return text.text.find('\\') == std::string::npos ? std::optional(std::move(text)) : std::nullopt;
}

/// Blanks and ends of lines side by side as one blank.
void squeeze(std::string& text, std::string_view blanks) {
  std::string squeezed;
  for (const char c : text) {
    const bool blank = blanks.find(c) != std::string_view::npos;
    if (!blank || squeezed.empty() || squeezed.back() != ' ') squeezed += blank ? ' ' : c;
  }
  text = std::move(squeezed);
}

/// Makes of what was printed what a command does that changes blanks and ends of lines alone, as "| tr '\n' ' '" behind
/// it; false of any other.
bool changes_blanks(const ShellWords& words, std::string& text) {
  constexpr std::string_view squeezing[] = {"sed s/  \\+/ /g",  "sed s/ \\+/ /g",   "sed s/  */ /g", "sed -E s/ +/ /g",
                                            "sed -E s/  +/ /g", "sed s/\\s\\+/ /g", "tr -s  "};
  const ShellWord command = joined(words);
  if (!command.unknown.empty()) return false;
  if (command.text == "tr \\n  ")
    std::replace(text.begin(), text.end(), '\n', ' ');
  else if (command.text == "tr -d \\n")
    std::erase(text, '\n');
  else if (std::find(std::begin(squeezing), std::end(squeezing), command.text) != std::end(squeezing))
    squeeze(text, " \t");
  else if (command.text == "xargs" || command.text == "tr -s [:space:]  ")
    squeeze(text, " \t\n"), text = std::string(trimmed(text));
  else
    return false;
  return true;
}

/// A shell of its own for them: what they set ends with them.
ShellState shell_within(const ShellState& state, const shell_tree::Script& tree) {
  ShellState inner;
  inner.outside = state.outside;
  inner.tree = &tree;
  inner.script.variables = state.script.variables;
  inner.script.environment = state.script.environment;
  inner.arguments = state.arguments;
  inner.functions = state.functions;
  inner.outer_arguments = state.outer_arguments;
  inner.calls = state.calls + 1;
  inner.line = state.line, inner.file = state.file;
  inner.work = state.work;
  inner.captures = true;
  return inner;
}

std::optional<ShellWord> printed_by_one(ShellState& inner, const ShellWords& words, int line) {
  const std::string& name = words.front().text;
  auto text = name == "echo"     ? echoed(words)
              : name == "printf" ? formatted_by(inner, words, line)
                                 : std::optional<ShellWord>();
  return text && text->unknown.empty() ? text : std::nullopt;
}

/// What all of them print; nothing where one of them is another command, or a word has no value. Before the commands of
/// a pipeline stands how many they are.
std::optional<ShellWord> printed_in(ShellState& inner, int line) {
  if (inner.unsure || !inner.script.problems.empty()) return std::nullopt;
  ShellWord all{"", line, {}};
  const std::vector<ShellWords> commands = std::exchange(inner.script.commands, {});
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const bool piped = commands[i].front().text == "|" && commands[i].size() > 1;
    const std::int64_t count = piped ? parse_whole(commands[i][1].text).value_or(0) : 0;
    const std::size_t last = i + static_cast<std::size_t>(std::max<std::int64_t>(count, 0));
    if (piped) ++i;
    if (last < i || last >= commands.size()) return std::nullopt;
    std::optional<ShellWord> text = printed_by_one(inner, commands[i], line);
    while (text && i < last)
      if (!changes_blanks(commands[++i], text->text)) return std::nullopt;
    if (!text) return std::nullopt;
    all.text += text->text;
    if (all.assumed.empty()) all.assumed = text->assumed;
  }
  all.text.erase(all.text.find_last_not_of('\n') + 1);
  return all;
}

}  // namespace

std::optional<ShellWord> printed_by(ShellState& state, const std::string& code, int line) {
  const std::string_view commands = commands_in(code);
  if (commands.empty() || !may_print(state, commands) || state.calls >= limits::shell_calls_max) return std::nullopt;
  state.spend(work_of_one);
  const shell_tree::Script tree = parse_shell(commands, false);
  if (tree.problem || state.stopped()) return std::nullopt;
  ShellState inner = walk_inside(shell_within(state, tree));
  state.work = inner.work;
  for (const std::string& name : inner.script.asked) note_once(state.script.asked, name);
  for (const std::string& name : inner.script.used) note_once(state.script.used, name);
  for (const auto& [name, function] : inner.functions)
    if (const auto own = state.functions.find(name); own != state.functions.end())
      own->second.called = own->second.called || function.called;
  std::optional<ShellWord> printed = printed_in(inner, line);
  if (!printed) return std::nullopt;
  std::vector<Problem>& notices = state.script.notices;
  for (Problem& notice : inner.script.notices)
    if (std::find(notices.begin(), notices.end(), notice) == notices.end()) notices.push_back(std::move(notice));
  return printed;
}

}  // namespace shardscope
