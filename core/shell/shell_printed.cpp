#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/shell/filters/calculators.h"
#include "core/shell/filters/escapes.h"
#include "core/shell/filters/expression_fit.h"
#include "core/shell/filters/filters.h"
#include "core/shell/filters/sed.h"
#include "core/shell/filters/sign_sets.h"
#include "core/shell/shell_state.h"
#include "core/shell/shell_steps.h"
#include "core/shell/shell_words.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

namespace {

constexpr std::size_t work_of_one = 2'000;  // that one counts as by itself, beside its words
constexpr std::size_t work_of_byte = 8;     // of a table that is read

/// The commands in "$(…)" or "`…`"; empty of other code.
std::string_view commands_in(std::string_view code) {
  const bool dollar = code.starts_with("$(") && !code.starts_with("$((");
  if (!dollar && !code.starts_with('`')) return {};
  const std::size_t begin = dollar ? 2 : 1;
  return code.size() > begin ? trimmed(code.substr(begin, code.size() - begin - 1)) : std::string_view();
}

/// Whether the first of them prints, asks something, or is a function of the script's.
bool may_print(const ShellState& state, std::string_view commands) {
  constexpr std::string_view known[] = {"echo", "printf", "[",      "[[",      "test", "if",  "case",     "cat",
                                        "sed",  "grep",   "head",   "tail",    "cut",  "awk", "jq",       "yq",
                                        "wc",   "tr",     "python", "python3", "bc",   "seq", "basename", "dirname"};
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
  if (escapes && !text.unknown.empty()) return std::nullopt;
  if (escapes) text.text = unescaped(text.text, Escapes::echo), text.marks.clear();
  if (options.find('n') == std::string::npos) text.text += '\n';
  return text;
}

/// What printf prints, as its -v would set it.
std::optional<ShellWord> formatted_by(ShellState& state, ShellWords words, int line) {
  constexpr const char* holder = "_";
  if (words.size() > 1 && words[1].text == "--") words.erase(words.begin() + 1);
  if (words.size() < 2 || words[1].text == "-v") return std::nullopt;
  words.insert(words.begin() + 1, {{"-v", line, {}}, {holder, line, {}}});
  (void)run_builtin(state, words, line);
  return state.script.variables[holder].front();
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
  inner.captures = true, inner.any_case = state.any_case, inner.around = &state;
  return inner;
}

constexpr std::size_t filter_work = 10 * limits::expression_places_max;

/// What a filter does is work, as tests of expressions are.
void spend_filter(ShellState& state, std::size_t work_left) {
  state.spend(limits::shell_expression_work * (filter_work - work_left) / limits::expression_places_max);
}

/// Words with what has no value in them as signs that no script writes, so that filters pass it on.
class Sealed {
 public:
  std::string seal(const ShellWord& word) {
    std::string text;
    std::size_t begin = 0;
    for (const ShellMark& mark : word.marks) {
      if (mark.unknown.empty() || mark.at > word.text.size() || mark.at < begin) continue;
      text += word.text.substr(begin, mark.at - begin) + put(mark);
      begin = mark.at;
    }
    if (!word.unknown.empty() && begin == 0 && marks_.empty()) text += put({0, word.line, word.unknown});
    if (assumed_.empty()) assumed_ = word.assumed;
    fails_ = fails_ || word.text.find(sign) != std::string::npos;
    return text + word.text.substr(begin);
  }
  FilterWords seal(const ShellWords& words) {
    FilterWords all;
    for (const ShellWord& word : words) all.push_back(seal(word));
    return all;
  }

  /// Nothing where a filter broke one of them.
  std::optional<ShellWord> opened(const std::string& text, int line) const {
    ShellWord word{"", line, {}, assumed_};
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(sign, at), text.size());
      word.text += text.substr(at, end - at);
      at = end;
      if (end == text.size()) break;
      const std::size_t number = at + 1 < text.size() ? place_of_sign(text[at + 1]) - first : most;
      if (number >= marks_.size()) return std::nullopt;
      word.marks.push_back(marks_[number]);
      word.marks.back().at = word.text.size();
      word.marks.back().line = 0;
      if (word.unknown.empty()) word.unknown = word.marks.back().unknown;
      at += 2;
    }
    return fails_ ? std::nullopt : std::optional(std::move(word));
  }

  [[nodiscard]] bool any() const { return !marks_.empty(); }
  [[nodiscard]] static bool sealed(std::string_view text) { return text.find(sign) != std::string_view::npos; }

  /// The text with another in the place of each, which has digits and what parts words: a filter that hangs on what has
  /// no value makes something else of it.
  [[nodiscard]] std::string probed(std::string_view text) const {
    std::string all;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] != sign)
        all += text[at];
      else
        all += "7,8 9=3.4:5", ++at;
    }
    return all;
  }

 private:
  static constexpr char sign = sealing_sign;
  static constexpr std::size_t first = 0x80, most = 0x7f;  // no digits, letters or blanks

  std::string put(const ShellMark& mark) {
    fails_ = fails_ || marks_.size() >= most;
    marks_.push_back(mark);
    return {sign, static_cast<char>(static_cast<unsigned char>(first + std::min(marks_.size() - 1, most)))};
  }

  std::vector<ShellMark> marks_;
  std::string assumed_;
  bool fails_ = false;
};

/// What a filter makes of the text; nothing where that hangs on what has no value.
std::optional<std::string> filtered_surely(const FilterWords& words, const std::string& text, const Sealed& sealed,
                                           std::size_t& work_left) {
  std::optional<std::string> made = filtered(words, text, work_left);
  if (!made || !sealed.any()) return made;
  const bool asks =
      std::any_of(words.begin(), words.end(), [](const std::string& word) { return Sealed::sealed(word); });
  if (asks && words.front() != "sed") return std::nullopt;
  FilterWords others;
  for (const std::string& word : words) others.push_back(sealed.probed(word));
  const std::optional<std::string> other = filtered(others, sealed.probed(text), work_left);
  return other && *other == sealed.probed(*made) ? made : std::nullopt;
}

/// The file that the command reads, which is its last word or named behind sed's script; it is taken from the words.
std::string take_file(FilterWords& words) {
  constexpr std::string_view readers[] = {"cat", "sed", "grep", "egrep", "fgrep", "head", "tail",
                                          "cut", "awk", "jq",   "yq",    "wc",    "tr",   "envsubst"};
  const std::string& name = words.front();
  if (std::find(std::begin(readers), std::end(readers), name) == std::end(readers) || words.size() < 2) return {};
  const std::optional<SedCall> sed = name == "sed" ? sed_call(words) : std::nullopt;
  const bool alone = name == "cat" || name == "envsubst";
  const bool one = name == "sed" ? sed && sed->files.size() == 1 : alone ? words.size() == 2 : words.size() > 2;
  if (!one || (!sed && words.back().starts_with('-'))) return {};
  const auto named = sed ? std::find(words.rbegin(), words.rend(), sed->files.front()) : words.rbegin();
  std::string path = std::move(*named);
  words.erase(std::next(named).base());
  return path;
}

/// $NAME and ${NAME} in the text as what runs sees them.
std::string with_exports(const ShellState& state, const std::string& text, Sealed& sealed) {
  std::string all;
  const std::vector<std::string>& exported = state.script.exported;
  for (std::size_t at = 0; at < text.size();) {
    const bool brace = text.compare(at, 2, "${") == 0;
    const std::size_t begin = at + (brace ? 2 : 1);
    std::size_t end = begin;
    while (text[at] == '$' && end < text.size() && is_name(text[end])) ++end;
    const bool names = text[at] == '$' && end > begin && (!brace || (end < text.size() && text[end] == '}'));
    if (!names) {
      all += text[at++];
      continue;
    }
    const std::string name = text.substr(begin, end - begin);
    const std::optional<ShellWords> value = value_of_name(state, name);
    const bool seen = state.outside->environment.contains(name) ||
                      std::find(exported.begin(), exported.end(), name) != exported.end();
    if (!value)
      all += sealed.seal({"", 0, "$" + name, {}, {{0, 0, "$" + name, "$" + name}}});
    else if (seen && !value->empty())
      all += sealed.seal(value->front());
    at = end + (brace ? 1 : 0);
  }
  return all;
}

/// What all of them print; nothing where one of them is another command, or a word has no value. Before the commands of
/// a pipeline stands how many they are.
std::optional<ShellWord> printed_in(ShellState& state, ShellState& inner, int line) {
  if (inner.unsure || !inner.script.problems.empty()) return std::nullopt;
  ShellWord all{"", line, {}};
  const std::vector<ShellWords> commands = std::exchange(inner.script.commands, {});
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const bool piped = commands[i].front().text == "|" && commands[i].size() > 1;
    const std::int64_t count = piped ? parse_whole(commands[i][1].text).value_or(0) : 1;
    if (piped) ++i;
    if (count < 1 || i + static_cast<std::size_t>(count) > commands.size()) return std::nullopt;
    PipedText piece = piped_text(inner, std::span(commands).subspan(i, static_cast<std::size_t>(count)), std::nullopt);
    if (!piece.missing.empty()) note_once(state.script.texts_wanted, piece.missing);
    if (!piece.text || !piece.text->unknown.empty()) return std::nullopt;
    all.text += piece.text->text;
    if (all.assumed.empty()) all.assumed = piece.text->assumed;
    i += static_cast<std::size_t>(count) - 1;
  }
  all.text.erase(all.text.find_last_not_of('\n') + 1);
  return all;
}

/// How the last of a pipeline's commands ended, where it looks for a text in what the first prints.
std::optional<ShellTruth> found_by_grep(ShellState& state, std::span<const ShellWords> commands) {
  const std::string& name = commands.back().front().text;
  if (commands.size() < 2 || (name != "grep" && name != "egrep" && name != "fgrep")) return std::nullopt;
  const bool known = joined(commands.back()).unknown.empty();
  const std::optional<Grep> grep = known ? grep_of(Sealed().seal(commands.back())) : std::nullopt;
  ShellWords words = commands.front();
  const std::string doubt = doubt_of(joined(words));
  for (ShellWord& word : words) word.unknown.clear(), word.marks.clear();
  if (!grep || (state.captures && !grep->quiet)) return std::nullopt;
  std::vector<ShellWords> before(commands.begin(), commands.end() - 1);
  before.front() = std::move(words);
  const std::optional<ShellWord> text = piped_text(state, before, std::nullopt).text;
  if (!text || !text->unknown.empty()) return std::nullopt;
  std::size_t work_left = filter_work;
  const std::optional<bool> found = finds(*grep, text->text, work_left);
  state.spend(limits::shell_expression_work);
  spend_filter(state, work_left);
  return found ? std::optional(ShellTruth{found, doubt}) : std::nullopt;
}

/// The text of the file that the first command reads, or that it is missing; false where it reads none.
bool begins_with_file(ShellState& state, FilterWords& words, PipedText& piped, std::optional<std::string>& text) {
  const std::string path = take_file(words);
  if (path.empty() || state.stopped()) return false;
  piped.base = path;
  text = text_of_file(state, path);
  if (text) state.spend(text->size());
  if (!text) piped.missing = path;
  return true;
}

/// What sed puts into a text that isn't here.
void add_replacements(const FilterWords& words, const Sealed& sealed, PipedText& piped) {
  const std::optional<SedCall> sed = words.front() == "sed" ? sed_call(words) : std::nullopt;
  for (const SedReplacement& each : sed ? replacements_of(*sed) : std::vector<SedReplacement>())
    if (const auto by = sealed.opened(each.by, 0); by && by->unknown.empty())
      piped.replaced.emplace_back(each.word, by->text);
}

}  // namespace

PipedText piped_text(ShellState& state, std::span<const ShellWords> commands, std::optional<ShellWord> given) {
  PipedText piped;
  Sealed sealed;
  std::optional<std::string> text;
  if (given) text = sealed.seal(*given);
  for (const ShellWords& command : commands) {
    const std::string& name = command.front().text;
    std::optional<ShellWord> own = text || !piped.missing.empty() ? std::nullopt
                                   : name == "echo"               ? echoed(command)
                                   : name == "printf"             ? formatted_by(state, command, state.line)
                                                                  : std::nullopt;
    if (own) {
      text = sealed.seal(*own);
      continue;
    }
    FilterWords words = sealed.seal(command);
    if (!text && piped.missing.empty() && (text = computed_by_program(words))) continue;
    if (!text && piped.missing.empty() && !begins_with_file(state, words, piped, text)) return {};
    if (name == "tee") continue;
    if (!text) {
      add_replacements(words, sealed, piped);
      continue;
    }
    std::size_t work_left = filter_work;
    if (name == "jq" || name == "yq") state.spend(text->size() * work_of_byte);
    text = name == "envsubst" ? with_exports(state, *text, sealed) : filtered_surely(words, *text, sealed, work_left);
    spend_filter(state, work_left);
    if (text) state.spend(text->size());
    if (!text || state.stopped()) return {};
  }
  if (text) piped.text = sealed.opened(*text, 0);
  return piped;
}

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
  std::optional<ShellWord> printed = printed_in(state, inner, line);
  state.work = inner.work;
  state.spend(0);
  for (const std::string& name : inner.script.read) note_once(state.script.read, name);
  if (!printed) return std::nullopt;
  std::vector<Problem>& notices = state.script.notices;
  for (Problem& notice : inner.script.notices)
    if (std::find(notices.begin(), notices.end(), notice) == notices.end()) notices.push_back(std::move(notice));
  return printed;
}

}  // namespace shardscope
