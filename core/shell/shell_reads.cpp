#include "core/shell/shell_reads.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/shell/shell_arrays.h"
#include "core/shell/shell_steps.h"
#include "core/shell/shell_texts.h"
#include "core/shell/shell_words.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

namespace {

using shell_tree::Simple;
using shell_tree::Word;

/// The signs that part a line's words: those set for the command alone, or before it.
std::string separators_of(ShellState& state, const Simple& simple) {
  constexpr const char* usual = " \t\n";
  for (const auto& item : simple.items)
    if (const auto* set = std::get_if<shell_tree::Assignment>(&item); set != nullptr && set->name == "IFS")
      return set->values.empty() ? std::string() : expand_whole(state, set->values.front()).text;
  const auto set = state.script.variables.find("IFS");
  const bool known = set != state.script.variables.end() && !set->second.empty() && set->second[0].unknown.empty();
  return known ? set->second[0].text : usual;
}

/// A line's words, at most so many, of which the last has all that is left. Blanks part them as one however many they
/// are; of other signs each parts two, which may be empty.
std::vector<std::string> parted(std::string_view line, const std::string& separators, std::size_t most) {
  std::string blanks;
  for (const char c : separators)
    if (c == ' ' || c == '\t' || c == '\n') blanks += c;
  const auto skip = [&](std::size_t at) { return std::min(line.find_first_not_of(blanks, at), line.size()); };
  std::vector<std::string> words;
  std::size_t at = skip(0);
  while (at < line.size() && words.size() + 1 < most) {
    const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
    words.emplace_back(line.substr(at, end - at));
    const std::size_t next = skip(end);  // a sign may stand between blanks
    const bool sign = next < line.size() && separators.find(line[next]) != std::string::npos;
    at = sign ? skip(next + 1) : next;
  }
  if (at >= line.size()) return words;
  const std::size_t end = line.find_last_not_of(blanks);
  words.emplace_back(line.substr(at, end + 1 - at));
  return words;
}

/// What a read behind which a text stands (read -r TP PP <<< "8,4") sets; nothing of one that reads to the end.
void read_line(ShellState& state, const Simple& simple, const ShellWord& text) {
  std::vector<std::string> names;
  bool array = false;
  for (const auto& item : simple.items) {
    const Word* word = std::get_if<Word>(&item);
    const std::string name = word == nullptr ? std::string() : literal_text(*word);
    if (name.starts_with('-') && name.find_first_of("dnNtup") != std::string::npos) return;
    array = array || (name.starts_with('-') && name.ends_with('a'));
    if (word != nullptr && name != "read" && !name.empty() && is_name_start(name[0])) names.push_back(name);
  }
  if (names.empty()) return;
  const std::string line = text.text.substr(0, text.text.find('\n'));
  const std::size_t most = array ? limits::shell_words_max : names.size();
  const std::vector<std::string> parts = parted(line, separators_of(state, simple), most);
  const bool known = text.unknown.empty();
  const auto word_of = [&](const std::string& part) {
    return ShellWord{known ? part : std::string(), text.line, text.unknown, text.assumed};
  };
  state.touches += names.size();
  if (!array)
    for (std::size_t i = 0; i < names.size(); ++i)
      state.script.variables[names[i]] = {word_of(i < parts.size() ? parts[i] : std::string())};
  if (!array) return;
  ShellWords all;
  for (const std::string& part : parts) all.push_back(word_of(part));
  if (!known) all = {word_of({})};
  set_array(state.script.variables, names.front(), std::move(all));
}

/// mapfile -t NAME, which takes each line as an element; without -t the elements keep the ends of their lines, which
/// part words all the same.
void map_lines(ShellState& state, const Simple& simple, const ShellWord& text) {
  std::string name = "MAPFILE";
  for (std::size_t i = 1; i < simple.items.size(); ++i) {
    const Word* word = std::get_if<Word>(&simple.items[i]);
    const std::string said = word == nullptr ? std::string() : literal_text(*word);
    if (said == "-t") continue;
    if (said.empty() || !is_name_start(said[0])) return;  // of its other options none is followed
    name = said;
  }
  ++state.touches;
  set_array(state.script.variables, name, lines_of(text));
}

/// Whether it takes a line by its usual end.
bool reads_line(const Simple& simple) {
  return name_of(simple) == "read" && std::none_of(simple.items.begin(), simple.items.end(), [](const auto& item) {
           const Word* word = std::get_if<Word>(&item);
           const std::string text = word == nullptr ? std::string() : literal_text(*word);
           return text.starts_with('-') && text.find_first_of("dnNtup") != std::string::npos;
         });
}

}  // namespace

std::string takes_all(const Simple& simple) {
  std::string name;
  bool to_the_end = false, begun = false;  // behind IFS=… and the like
  for (std::size_t i = 0; i < simple.items.size(); ++i) {
    const Word* word = std::get_if<Word>(&simple.items[i]);
    if (!std::exchange(begun, begun || word != nullptr)) continue;
    if (word == nullptr) return {};
    const std::string text = literal_text(*word);
    if (text.starts_with('-')) {
      if (!text.ends_with('d')) continue;
      const Word* end = i + 1 < simple.items.size() ? std::get_if<Word>(&simple.items[++i]) : nullptr;
      to_the_end = end != nullptr && literal_text(*end).empty();
    } else if (!name.empty() || text.empty() || !is_name_start(text[0])) {
      return {};
    } else {
      name = text;
    }
  }
  return to_the_end ? name : std::string();
}

bool reads_array(const Simple& simple) {
  return std::any_of(simple.items.begin(), simple.items.end(), [](const auto& item) {
    const Word* word = std::get_if<Word>(&item);
    const std::string text = word == nullptr ? std::string() : literal_text(*word);
    return text.starts_with('-') && text.find('a') != std::string::npos;
  });
}

ShellWords words_read(ShellState& state, const Simple& simple, const ShellWord& text) {
  if (!text.unknown.empty()) return {{"", text.line, text.unknown, text.assumed}};
  ShellWords all;
  int line = text.line;
  std::string_view rest = text.text;
  const std::string separators = separators_of(state, simple);
  for (const std::string& part : parted(rest, separators, limits::shell_words_max)) {
    const std::size_t at = std::min(rest.find(part), rest.size());
    line += static_cast<int>(std::count(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    rest.remove_prefix(at);
    all.push_back({part, text.line == 0 ? 0 : line, {}, text.assumed});
  }
  return all;
}

ShellWords lines_of(const ShellWord& text) {
  if (!text.unknown.empty()) return {{"", text.line, text.unknown, text.assumed}};
  ShellWords all;
  std::string_view rest = text.text;
  for (int line = text.line; !rest.empty(); line += text.line == 0 ? 0 : 1) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    all.push_back({std::string(rest.substr(0, end)), line, {}, text.assumed});
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return all;
}

void take_read(ShellState& state, const Simple& simple, const ShellWord& text) {
  const std::string name = name_of(simple);
  if (name == "read") read_line(state, simple, text);
  if (name == "mapfile" || name == "readarray") map_lines(state, simple, text);
}

std::optional<ShellWord> given_to(ShellState& state, const shell_tree::Command& command) {
  for (const std::size_t document : command.documents)
    if (const std::optional<shell_tree::Document>& text = state.tree->documents[document])
      return expand_document(state, *text);
  if (!command.input) return std::nullopt;
  ShellWord text = expand_whole(state, *command.input);
  text.text += '\n';
  return text;
}

std::optional<LinesRead> lines_read(ShellState& state, const shell_tree::While& loop,
                                    const shell_tree::Command& command) {
  if (loop.until || loop.condition.empty() || loop.condition.front().pipeline.size() != 1) return std::nullopt;
  const auto* read = std::get_if<Simple>(&loop.condition.front().pipeline.front().what);
  // Behind || it takes a last line that has no end too.
  const bool alone = loop.condition.size() == 1 || loop.condition[1].after == shell_tree::Step::After::failure;
  if (read == nullptr || !alone || loop.condition.front().turned || !reads_line(*read)) return std::nullopt;
  std::optional<ShellWord> text = given_to(state, command);
  if (!text && command.source)
    if (const auto file = text_of_file(state, rendered(expand_whole(state, *command.source))))
      text = ShellWord{*file, 0, {}};
  if (!text || !text->unknown.empty()) return std::nullopt;
  return LinesRead{read, lines_of(*text)};
}

}  // namespace shardscope
