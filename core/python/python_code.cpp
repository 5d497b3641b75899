#include "core/python/python_code.h"

#include <algorithm>
#include <set>

#include "core/base/characters.h"
#include "core/base/trimmed.h"

namespace shardscope {

std::size_t end_of_quoted(std::string_view code, std::size_t at) {
  const std::string_view triple = code.substr(at, 3);
  const bool long_quote = triple == R"(""")" || triple == "'''";
  const std::string_view quote = code.substr(at, long_quote ? 3 : 1);
  for (at += quote.size(); at < code.size(); ++at) {
    if (code[at] == '\\')
      ++at;
    else if (code.substr(at, quote.size()) == quote)
      return at + quote.size();
    else if (code[at] == '\n' && !long_quote)
      return at;
  }
  return code.size();
}

std::size_t find_outside(std::string_view code, std::string_view signs, std::size_t at) {
  int depth = 0;
  while (at < code.size()) {
    const char c = code[at];
    if (c == '"' || c == '\'') {
      at = end_of_quoted(code, at);
      continue;
    }
    if (depth == 0 && signs.find(c) != std::string_view::npos) return at;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
    ++at;
  }
  return std::string_view::npos;
}

std::vector<std::string_view> listed_parts(std::string_view code) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t comma = find_outside(code, ",");
    const std::string_view part = trimmed(code.substr(0, comma));
    if (comma != std::string_view::npos || !part.empty()) parts.push_back(part);
    if (comma == std::string_view::npos) return parts;
    code.remove_prefix(comma + 1);
  }
}

std::vector<std::string_view> assigned_parts(std::string_view code) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t at = find_outside(code, "="); at != std::string_view::npos; at = find_outside(code, "=", at)) {
    const bool compares = code.substr(at, 2) == "==";
    const bool changes = at > 0 && std::string_view("=!<>+-*/%&|^:@").find(code[at - 1]) != std::string_view::npos;
    if (compares || changes) {
      at += 2;
      continue;
    }
    std::string_view target = trimmed(code.substr(begin, at - begin));
    target = trimmed(target.substr(0, find_outside(target, ":")));
    parts.push_back(target);
    begin = ++at;
  }
  if (!parts.empty()) parts.push_back(trimmed(code.substr(begin)));
  return parts;
}

namespace {

PythonArgument argument_in(std::string_view part) {
  if (part.starts_with("**")) return {"**", part.substr(2)};
  if (part.starts_with("*")) return {"*", part.substr(1)};
  const std::vector<std::string_view> sides = assigned_parts(part);
  const bool named = sides.size() == 2 && std::all_of(sides[0].begin(), sides[0].end(), is_name);
  return named ? PythonArgument{sides[0], sides[1]} : PythonArgument{{}, part};
}

}  // namespace

std::optional<PythonCall> call_in(std::string_view code) {
  const auto end = std::find_if_not(code.begin(), code.end(), [](char c) { return is_name(c) || c == '.'; });
  const auto open = static_cast<std::size_t>(end - code.begin());
  if (open == 0 || open == code.size() || code[open] != '(' || is_digit(code[0])) return std::nullopt;
  const std::size_t close = find_outside(code, ")", open + 1);
  PythonCall call{code.substr(0, open), {}, {}};
  for (const std::string_view part : listed_parts(code.substr(open + 1, std::min(close, code.size()) - open - 1)))
    call.arguments.push_back(argument_in(part));
  if (close != std::string_view::npos) call.rest = trimmed(code.substr(close + 1));
  return call;
}

bool begins_with_word(std::string_view code, std::string_view word) {
  return code.starts_with(word) && (code.size() == word.size() || !is_name(code[word.size()]));
}

std::optional<PythonCall> function_in(std::string_view code) {
  if (begins_with_word(code, "async")) code = trimmed(code.substr(5));
  if (!begins_with_word(code, "def")) return std::nullopt;
  return call_in(trimmed(code.substr(3)));
}

std::string_view parameter_name(const PythonArgument& parameter) {
  const bool unnamed = parameter.name.empty() || parameter.name.front() == '*';
  const std::string_view code = unnamed ? parameter.code : parameter.name;
  return trimmed(code.substr(0, code.find_first_of(":=")));
}

std::string_view first_name(std::string_view dotted) {
  return dotted.substr(0, dotted.find('.'));
}

std::string_view last_name(std::string_view dotted) {
  return dotted.substr(dotted.rfind('.') + 1);
}

std::vector<std::string> names_of_python(std::string_view text) {
  std::set<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_name_start(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && (is_name(text[at]) || text[at] == '.')) ++at;
    names.emplace(text.substr(begin, at - begin));
  }
  return {names.begin(), names.end()};
}

}  // namespace shardscope
