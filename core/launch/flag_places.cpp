#include "core/launch/flag_places.h"

#include <algorithm>
#include <optional>

#include "core/base/characters.h"
#include "core/base/trimmed.h"
#include "core/frameworks/key_path.h"

namespace shardscope {

namespace {

constexpr std::size_t nowhere = std::string_view::npos;

bool in_word(char c) {
  return is_name(c) || c == '-' || c == '.';
}

char same_dash(char c) {
  return c == '_' ? '-' : c;
}

bool opens(char c) {
  return c == '(' || c == '{' || c == '[';
}
bool closes(char c) {
  return c == ')' || c == '}' || c == ']';
}

std::size_t skip_blanks(std::string_view line, std::size_t at) {
  return std::min(line.find_first_not_of(" \t", at), line.size());
}

/// Whether a word can be a flag's value, and isn't the next flag, the end of a list or a line that goes on.
bool begins_value(std::string_view rest) {
  if (rest.empty() || rest.starts_with('#') || rest == "\\" || rest == "\\\r") return false;
  if (rest.starts_with('-')) return rest.size() > 1 && (is_digit(rest[1]) || rest[1] == '.');
  return std::string_view(")\";&|<>\r").find(rest.front()) == nowhere || (rest.front() == '"' && rest.size() > 1);
}

/// Where the values behind a flag of a command line end.
std::size_t values_end(std::string_view line, std::size_t at, const FlagSpec* spec) {
  if (at < line.size() && line[at] == '=') return shell_word_end(line, at + 1);
  const bool toggle = spec != nullptr && spec->type == FlagType::toggle;
  const bool list = spec != nullptr && spec->type == FlagType::list;
  for (std::size_t end = at;;) {
    const std::size_t next = skip_blanks(line, end);
    if (!begins_value(line.substr(next))) return end;
    const std::size_t word = shell_word_end(line, next);
    const std::string value = lower(line.substr(next, word - next));
    if (word == next || (toggle && value != "true" && value != "false")) return end;
    if (!list) return word;
    end = word;
  }
}

/// Where a key's value in a configuration ends: at a comma or bracket of what it stands in, a comment, the line's end.
std::size_t entry_end(std::string_view line, std::size_t at, bool at_comma) {
  int depth = 0;
  std::size_t end = at;
  for (; end < line.size(); ++end) {
    const char c = line[end];
    if (c == '"' || c == '\'') {
      const std::size_t close = line.find(c, end + 1);
      if (close == nowhere) break;
      end = close;
    } else if (opens(c)) {
      ++depth;
    } else if ((closes(c) || (c == ',' && at_comma)) && depth == 0) {
      break;
    } else if (closes(c)) {
      --depth;
    } else if (c == '#' && end > 0 && (line[end - 1] == ' ' || line[end - 1] == '\t')) {
      break;
    }
  }
  while (end > at && (line[end - 1] == ' ' || line[end - 1] == '\t' || line[end - 1] == '\r')) --end;
  return end;
}

/// The colon or equals sign behind a key; the line's end where none is: the same word in a value.
std::size_t sign_behind(std::string_view line, std::size_t end) {
  if (end < line.size() && (line[end] == '"' || line[end] == '\'')) ++end;
  const std::size_t next = skip_blanks(line, end);
  return next < line.size() && (line[next] == ':' || line[next] == '=') ? next : line.size();
}

/// Where the value right behind an equals sign ends, as a shell's word that closes what it opens: model.num_layers=4.
std::optional<std::size_t> word_end(std::string_view line, std::size_t at) {
  if (at >= line.size() || line[at] == ' ' || line[at] == '\t') return std::nullopt;
  const std::size_t end = shell_word_end(line, at);
  const std::string_view word = line.substr(at, end - at);
  const auto opened = std::count_if(word.begin(), word.end(), opens),
             closed = std::count_if(word.begin(), word.end(), closes);
  return opened == closed ? std::optional(end) : std::nullopt;
}

/// The flag or key with its value in a line; line 0 where it isn't there.
TextSpan in_line(std::string_view line, std::string_view name, const FlagSpec* spec, std::size_t from = 0) {
  const bool flag = name.starts_with('-');
  for (std::size_t at = find_flag_word(line, name, from); at != nowhere; at = find_flag_word(line, name, at + 1)) {
    const std::size_t end = at + name.size();
    if (flag) return {1, at, values_end(line, end, spec)};
    const std::size_t sign = sign_behind(line, end);
    if (sign == line.size()) continue;
    while (at > 0 && (in_word(line[at - 1]) || line[at - 1] == '"' || line[at - 1] == '\'')) --at;
    // In a block of YAML a value goes on behind a comma.
    const bool block = line[sign] == ':' && line[at] != '"' && line.substr(0, at).find('{') == nowhere;
    const bool dotted = line.substr(at, end - at).find('.') != nowhere,
               override_word = dotted && line[sign] == '=' && sign == end;
    const auto word = override_word ? word_end(line, sign + 1) : std::nullopt;
    return {1, at, std::min(entry_end(line, sign + 1, !block), word.value_or(line.size()))};
  }
  return {};
}

}  // namespace

std::size_t find_flag_word(std::string_view line, std::string_view word, std::size_t from) {
  if (word.empty()) return nowhere;
  const bool flag = word.starts_with('-');
  while (from < line.size()) {
    const auto found = std::search(line.begin() + static_cast<std::ptrdiff_t>(from), line.end(), word.begin(),
                                   word.end(), [](char a, char b) { return same_dash(a) == same_dash(b); });
    if (found == line.end()) return nowhere;
    const auto at = static_cast<std::size_t>(found - line.begin());
    const std::size_t end = at + word.size();
    const char before = at == 0 ? ' ' : line[at - 1], after = end == line.size() ? ' ' : line[end];
    // A key may have its tables before it: cfg.model.num_layers.
    const bool begins = flag ? !in_word(before) : !is_name(before) && before != '-';
    if (begins && !in_word(after)) return at;
    from = at + 1;
  }
  return nowhere;
}

std::size_t shell_word_end(std::string_view line, std::size_t at) {
  int depth = 0;
  for (const std::size_t begin = at; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '"' || c == '\'') {
      const bool opening = at == begin || line[at - 1] == '=' || depth > 0;
      const std::size_t close = opening ? line.find(c, at + 1) : nowhere;
      if (close == nowhere) return at;
      at = close;
    } else if (opens(c)) {
      ++depth;
    } else if (closes(c)) {
      if (depth-- == 0) return at;
    } else if (depth == 0 && std::string_view(" \t\r;&|<>").find(c) != nowhere) {
      return at;
    } else if (c == '\\' && at + 1 < line.size()) {
      ++at;
    }
  }
  return line.size();
}

bool is_comment_line(std::string_view line) {
  const std::string_view text = trimmed(line);
  return (text.starts_with("#") && !text.starts_with("#SBATCH")) || text.starts_with("//");
}

TextSpan place_of_flag(const std::vector<std::string_view>& lines, const GivenFlag& given, const FlagSpec* spec) {
  const auto count = static_cast<int>(lines.size());
  const std::vector<std::string> keys =
      given.flag.starts_with('-') ? std::vector{given.flag} : keys_of_path(given.flag);
  if (keys.empty()) return {};
  if (given.line > 0 && given.line <= count)
    if (TextSpan own = in_line(lines[static_cast<std::size_t>(given.line) - 1], keys.back(), spec); own.line > 0)
      return {given.line, own.begin, own.end};
  // Each table of its path has to come before it.
  std::size_t key = 0;
  for (int number = 1; number <= count; ++number) {
    const std::string_view line = lines[static_cast<std::size_t>(number) - 1];
    if (is_comment_line(line)) continue;
    std::size_t from = 0;
    for (; key + 1 < keys.size(); ++key) {
      const std::size_t table = find_flag_word(line, keys[key], from);
      if (table == nowhere) break;
      from = table + keys[key].size();
    }
    if (key + 1 < keys.size()) continue;
    if (TextSpan own = in_line(line, keys.back(), spec, from); own.line > 0) return {number, own.begin, own.end};
  }
  return {};
}

}  // namespace shardscope
