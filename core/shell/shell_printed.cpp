#include <algorithm>
#include <optional>
#include <span>
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

std::vector<std::string_view> lines_printed(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return lines_of(text);
}

/// A line's parts from the first to the last of them, counted from 1, with the sign between them; a line without the
/// sign is its one part and all of it.
std::string_view parts_of(std::string_view line, char sign, std::size_t first, std::size_t last) {
  if (line.find(sign) == std::string_view::npos) return line;
  std::size_t begin = 0;
  for (std::size_t part = 1; part < first && begin != std::string_view::npos; ++part) {
    begin = line.find(sign, begin);
    begin += begin == std::string_view::npos ? 0 : 1;
  }
  if (begin == std::string_view::npos) return {};
  std::size_t end = line.find(sign, begin);
  for (std::size_t part = first; part < last && end != std::string_view::npos; ++part) end = line.find(sign, end + 1);
  return line.substr(begin, end == std::string_view::npos ? end : end - begin);
}

/// cut -d= -f2, of one part or of a range of them.
bool cuts(const ShellWords& words, std::string& text) {
  std::string sign = "\t", parts;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    const bool of_sign = word.starts_with("-d");
    if (!of_sign && !word.starts_with("-f")) return false;
    const bool apart = word.size() == 2 && i + 1 < words.size();
    (of_sign ? sign : parts) = apart ? words[++i].text : word.substr(2);
  }
  const std::size_t dash = std::min(parts.find('-'), parts.size());
  const auto first = parse_whole(dash == 0 ? "1" : parts.substr(0, dash));
  const auto last = dash == parts.size()       ? first
                    : dash + 1 == parts.size() ? 1'000
                                               : parse_whole(parts.substr(dash + 1));
  if (sign.size() != 1 || !first || !last || *first < 1 || *last < *first || *last > 1'000) return false;
  std::string all;
  for (const std::string_view line : lines_printed(text))
    all +=
        std::string(parts_of(line, sign[0], static_cast<std::size_t>(*first), static_cast<std::size_t>(*last))) + "\n";
  text = std::move(all);
  return true;
}

/// awk -F= '{print $2}'
bool prints_part(const ShellWords& words, std::string& text) {
  std::string sign;
  std::size_t at = 1;
  if (at < words.size() && words[at].text.starts_with("-F")) {
    sign = words[at].text.substr(2);
    if (sign.empty() && at + 1 < words.size()) sign = words[++at].text;
    ++at;
  }
  if (at + 1 != words.size() || sign.size() > 1 || sign == " ") return false;
  std::string program = words[at].text;
  std::erase(program, ' ');
  constexpr std::string_view before = "{print$";
  const bool one = program.size() == before.size() + 2 && program.starts_with(before) && program.back() == '}';
  const std::int64_t part = one ? parse_whole(program.substr(before.size(), 1)).value_or(0) : 0;
  if (part < 1) return false;
  std::string all;
  for (const std::string_view line : lines_printed(text)) {
    std::string parted(line);
    if (sign.empty()) squeeze(parted, " \t"), parted = std::string(trimmed(parted));
    const char between = sign.empty() ? ' ' : sign[0];
    const bool has = part == 1 || parted.find(between) != std::string::npos;
    const auto place = static_cast<std::size_t>(part);
    all += has ? std::string(parts_of(parted, between, place, place)) + "\n" : "\n";
  }
  text = std::move(all);
  return true;
}

/// The sign at the place in tr's set, which goes behind it; nothing of an escape that tr doesn't have.
std::optional<char> next_sign(std::string_view set, std::size_t& at) {
  constexpr std::string_view names = "\\abfnrtv", signs = "\\\a\b\f\n\r\t\v";
  if (set[at] != '\\' || at + 1 == set.size()) return set[at++];
  if (const std::size_t named = names.find(set[++at]); named != std::string_view::npos) return ++at, signs[named];
  int number = 0;
  const std::size_t begin = at;
  for (; at < set.size() && at < begin + 3 && set[at] >= '0' && set[at] <= '7'; ++at)
    number = 8 * number + set[at] - '0';
  return at == begin || number > 255 ? std::nullopt : std::optional(static_cast<char>(number));
}

/// The signs of a set as tr writes it: A-Z, \n, \072, [:space:]; nothing of one that isn't followed.
std::optional<std::string> signs_of(std::string_view set) {
  constexpr std::pair<std::string_view, std::string_view> classes[] = {
      {"[:lower:]", "a-z"},       {"[:upper:]", "A-Z"},      {"[:digit:]", "0-9"},  {"[:alpha:]", "A-Za-z"},
      {"[:alnum:]", "0-9A-Za-z"}, {"[:space:]", "\\t-\\r "}, {"[:blank:]", "\\t "}, {"[:punct:]", "!-/:-@[-`{-~"}};
  std::string all;
  for (std::size_t at = 0; at < set.size();) {
    const std::string_view rest = set.substr(at);
    const auto named = std::find_if(std::begin(classes), std::end(classes),
                                    [&](const auto& each) { return rest.starts_with(each.first); });
    if (named != std::end(classes)) {
      all += *signs_of(named->second);
      at += named->first.size();
      continue;
    }
    const bool repeats = rest.size() > 2 && rest[0] == '[' && rest[2] == '*';  // [x*8]
    if (repeats || rest.starts_with("[:") || rest.starts_with("[=")) return std::nullopt;
    const std::optional<char> first = next_sign(set, at);
    std::optional<char> last = first;
    if (at + 1 < set.size() && set[at] == '-') last = next_sign(set, ++at);
    if (!first || !last) return std::nullopt;
    const int begin = static_cast<unsigned char>(*first), end = static_cast<unsigned char>(*last);
    if (begin > end) return std::nullopt;
    for (int sign = begin; sign <= end; ++sign) all += static_cast<char>(sign);
  }
  return all;
}

/// tr a-z A-Z, tr -d '\n', tr -s ' '.
bool translates(const ShellWords& words, std::string& text) {
  const bool deletes = words.size() == 3 && words[1].text == "-d";
  const bool squeezes = words.size() > 2 && words[1].text == "-s";
  const std::size_t sets = deletes || squeezes ? 2 : 1;
  if (words.size() < 3 || words.size() > sets + 2 || (words[sets].text.size() > 1 && words[sets].text[0] == '-'))
    return false;
  const std::optional<std::string> from = signs_of(words[sets].text);
  const std::optional<std::string> to = words.size() > sets + 1 ? signs_of(words[sets + 1].text) : from;
  if (!from || !to || from->empty() || to->empty()) return false;
  std::string all;
  for (const char c : text) {
    const std::size_t at = from->find(c);
    const char put = at == std::string::npos || deletes ? c : (*to)[std::min(at, to->size() - 1)];
    const bool again = squeezes && at != std::string::npos && !all.empty() && all.back() == put;
    if (!again && !(deletes && at != std::string::npos)) all += put;
  }
  text = std::move(all);
  return true;
}

/// Makes of what was printed what a command does that changes blanks and ends of lines alone; false of any other.
bool changes_blanks(const ShellWords& words, std::string& text) {
  constexpr std::string_view squeezing[] = {"sed s/  \\+/ /g", "sed s/ \\+/ /g",   "sed s/  */ /g",
                                            "sed -E s/ +/ /g", "sed -E s/  +/ /g", "sed s/\\s\\+/ /g"};
  const ShellWord command = joined(words);
  if (!command.unknown.empty()) return false;
  if (command.text == "cat")
    return true;
  else if (std::find(std::begin(squeezing), std::end(squeezing), command.text) != std::end(squeezing))
    squeeze(text, " \t");
  else if (command.text == "xargs" && text.find_first_of("'\"\\") == std::string::npos)
    squeeze(text, " \t\n"), text = std::string(trimmed(text));
  else
    return false;
  return true;
}

/// Makes of what was printed what a command behind it in the pipeline does; false of one that isn't followed.
bool passes(const ShellWords& words, std::string& text) {
  const std::string& name = words.front().text;
  const bool known =
      std::all_of(words.begin(), words.end(), [](const ShellWord& each) { return each.unknown.empty(); });
  return known && ((name == "cut" && cuts(words, text)) || (name == "awk" && prints_part(words, text)) ||
                   (name == "tr" && translates(words, text)) || changes_blanks(words, text));
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
      if (!passes(commands[++i], text->text)) return std::nullopt;
    if (!text) return std::nullopt;
    all.text += text->text;
    if (all.assumed.empty()) all.assumed = text->assumed;
  }
  all.text.erase(all.text.find_last_not_of('\n') + 1);
  return all;
}

struct Grep {
  std::string pattern;
  bool extended = false, fixed = false, any_case = false, whole = false, turned = false, quiet = false;
};

/// What grep looks for in what comes to it; nothing of one that reads files, or is asked for more than a match.
std::optional<Grep> grep_of(const ShellWords& words) {
  Grep grep;
  grep.extended = words.front().text == "egrep", grep.fixed = words.front().text == "fgrep";
  std::vector<std::string> rest;
  bool options = true;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    if (!words[i].unknown.empty()) return std::nullopt;
    if (!options || word.size() < 2 || word[0] != '-') {
      rest.push_back(word);
      continue;
    }
    if (word == "--") options = false;
    for (const char c : word.substr(1)) {
      if (std::string_view("EFixvqse-").find(c) == std::string_view::npos) return std::nullopt;
      grep.extended |= c == 'E', grep.fixed |= c == 'F', grep.any_case |= c == 'i';
      grep.whole |= c == 'x', grep.turned |= c == 'v', grep.quiet |= c == 'q';
    }
    if (word.back() == 'e' && i + 1 < words.size()) rest.push_back(words[++i].text);
  }
  if (rest.size() != 1) return std::nullopt;
  grep.pattern = rest.front();
  return grep;
}

/// Of all lines together no more is tried than the work that is left.
std::optional<bool> finds(Grep grep, std::string text, std::size_t& work_left) {
  if (grep.any_case) grep.pattern = lower(grep.pattern), text = lower(text);
  const std::string own = grep.extended ? grep.pattern : extended_expression(grep.pattern);
  const std::string expression = grep.whole ? "^(" + own + ")$" : own;
  for (const std::string_view line : lines_printed(text)) {
    const std::optional<bool> fits = !grep.fixed  ? fits_expression(line, expression, work_left)
                                     : grep.whole ? line == grep.pattern
                                                  : line.find(grep.pattern) != std::string_view::npos;
    if (!fits) return std::nullopt;
    if (*fits != grep.turned) return true;
  }
  return false;
}

/// How the last of a pipeline's commands ended, where it looks for a text in what the first prints.
std::optional<ShellTruth> found_by_grep(ShellState& state, std::span<const ShellWords> commands) {
  const std::string& name = commands.back().front().text;
  if (commands.size() < 2 || (name != "grep" && name != "egrep" && name != "fgrep")) return std::nullopt;
  const std::optional<Grep> grep = grep_of(commands.back());
  ShellWords words = commands.front();
  const std::string doubt = doubt_of(joined(words));
  for (ShellWord& word : words) word.unknown.clear();
  std::optional<ShellWord> text = printed_by_one(state, words, state.line);
  if (!grep || !text || (state.captures && !grep->quiet)) return std::nullopt;
  for (const ShellWords& between : commands.subspan(1, commands.size() - 2))
    if (!passes(between, text->text)) return std::nullopt;
  constexpr std::size_t work_max = 10 * limits::expression_places_max;
  std::size_t work_left = work_max;
  const std::optional<bool> found = finds(*grep, std::move(text->text), work_left);
  state.spend(limits::shell_expression_work * (1 + (work_max - work_left) / limits::expression_places_max));
  return found ? std::optional(ShellTruth{found, doubt}) : std::nullopt;
}

}  // namespace

std::optional<ShellTruth> pipeline_finds(ShellState& state, std::size_t before, std::size_t count) {
  std::vector<ShellWords>& all = state.script.commands;
  if (count < 2 || all.size() != before + count) return std::nullopt;
  const auto found = found_by_grep(state, std::span(all).subspan(before));
  if (!found) return std::nullopt;
  all.resize(before - (state.captures ? 1 : 0));
  state.script.command_lines.resize(all.size());
  return found;
}

std::optional<ShellTruth> finds_in(ShellState& state, ShellWord text) {
  const ShellWords both[] = {{{"echo", state.line, {}}, std::move(text)}, state.script.commands.back()};
  return found_by_grep(state, both);
}

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
