#include "core/shell/shell_code.h"

#include <algorithm>
#include <vector>

#include "core/base/characters.h"
#include "core/shell/shell_state.h"

namespace shardscope {

namespace {

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_name(c) || std::string_view("-./:=,@%+").find(c) != std::string_view::npos;
  });
}

bool is_name_alone(std::string_view code) {
  return code.size() > 1 && code[0] == '$' && std::all_of(code.begin() + 1, code.end(), is_name);
}

/// "$NAME" as "${NAME}" where what follows would lengthen the name.
std::string before_text(const std::string& code, std::string_view text) {
  const bool joins = is_name_alone(code) && !text.empty() && is_name(text.front());
  return joins ? "${" + code.substr(1) + "}" : code;
}

std::string escaped(std::string_view text) {
  std::string inside;
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '$' || c == '`') inside += '\\';
    inside += c;
  }
  return inside;
}

/// What a variable stands for within code, between double quotes or not; empty where that can't be said there.
std::string settled_value(const ShellWord& word, bool quoted) {
  if (word.unknown.empty()) return is_plain(word.text) ? word.text : std::string();
  std::string code = shell_code(word);
  const bool whole = code.size() > 2 && code.front() == '"' && code.find('"', 1) == code.size() - 1;
  if (quoted && whole) return code.substr(1, code.size() - 2);
  return quoted && code.find_first_of("\"'") != std::string::npos ? std::string() : code;
}

}  // namespace

std::string shell_word(const std::string& text) {
  if (!text.empty() && is_plain(text)) return text;
  if (text.size() > 2 && text.starts_with("~/")) return "~/" + shell_word(text.substr(2));  // a home folder, elsewhere
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string shell_code(const ShellWord& word) {
  std::vector<ShellMark> unknown;
  for (const ShellMark& mark : word.marks)
    if (!mark.unknown.empty()) unknown.push_back(mark);
  if (unknown.empty()) return word.unknown.empty() ? shell_word(word.text) : std::string();
  const bool lines = word.text.find('\n') != std::string::npos;
  const bool kept = std::none_of(unknown.begin(), unknown.end(), [&](const ShellMark& mark) {
    return mark.code.empty() || mark.at > word.text.size();
  });
  if (lines || !kept) return {};
  const bool one = std::all_of(unknown.begin(), unknown.end(), [](const ShellMark& mark) { return mark.quoted; });
  const auto piece = [&](std::size_t begin, std::size_t end) {
    const std::string text = word.text.substr(begin, end - begin);
    return one ? escaped(text) : text.empty() ? std::string() : shell_word(text);
  };
  std::string code = piece(0, unknown.front().at);
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    const std::size_t end = i + 1 < unknown.size() ? unknown[i + 1].at : word.text.size();
    const std::string text = piece(unknown[i].at, end), own = before_text(unknown[i].code, text);
    code += (unknown[i].quoted && !one ? "\"" + own + "\"" : own) + text;
  }
  return one ? "\"" + code + "\"" : code;
}

std::string settled_code(const ShellState& state, const std::string& code) {
  const bool arithmetic = code.starts_with("$((");
  if (code.size() > limits::shell_code_bytes_max) return {};
  std::string text;
  bool single = false, twice = false;  // within such quotes
  for (std::size_t at = 0; at < code.size();) {
    const char c = code[at];
    if (c == '\'' && !twice) single = !single;
    if (c == '"' && !single) twice = !twice;
    const bool dollar = c == '$' && !single, brace = dollar && code.compare(at, 2, "${") == 0;
    const std::size_t begin = at + (brace ? 2 : dollar ? 1 : 0);
    std::size_t end = begin;
    while ((dollar || arithmetic) && end < code.size() && is_name(code[end])) ++end;
    const bool name = end > begin && (dollar || (arithmetic && is_name_start(c)));
    const bool closed = !brace || (end < code.size() && code[end] == '}');
    const std::size_t after = closed && brace ? end + 1 : end;
    const std::optional<ShellWords> value =
        name && closed ? value_of_name(state, code.substr(begin, end - begin)) : std::nullopt;
    const std::string known = value && value->size() == 1 ? settled_value(value->front(), twice) : std::string();
    const bool sets = !known.empty();
    const std::size_t next = std::max(after, at + 1);
    text += sets ? known : code.substr(at, name ? next - at : 1);
    at = name ? next : at + 1;
  }
  return text.size() > limits::shell_code_bytes_max ? std::string() : text;
}

std::vector<std::string> variables_in(std::string_view code) {
  std::vector<std::string> names;
  const auto add = [&](std::size_t begin, bool number) {
    std::size_t end = begin;
    while (end < code.size() && (number ? is_digit(code[end]) : is_name(code[end]))) ++end;
    if (end > begin) names.emplace_back(code.substr(begin, end - begin));
    return end;
  };
  for (std::size_t at = code.find('$'); at < code.size(); at = code.find('$', at)) {
    ++at;
    if (code.substr(at).starts_with("((")) {  // names there need no dollar
      const std::size_t end = std::min(code.find("))", at), code.size());
      while (at < end) at = is_name_start(code[at]) ? add(at, false) : at + 1;
    } else if (code.substr(at).starts_with("(")) {  // what a command prints hangs on more than its words
      at = std::min(code.find(')', at), code.size());
    } else {
      if (at < code.size() && code[at] == '{') ++at;
      if (at < code.size()) at = add(at, is_digit(code[at]));
    }
  }
  return names;
}

}  // namespace shardscope
