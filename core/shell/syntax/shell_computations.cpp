// What $(( )), (( )) and let compute, as expressions.
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "core/base/characters.h"
#include "core/base/trimmed.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

namespace {

constexpr int choices_depth_max = 20;  // of ? : within ? :

/// Where the sign stands outside of parentheses, and outside of choices that nest in a choice; npos where it doesn't.
std::size_t sign_at(std::string_view text, char sign) {
  int depth = 0, choices = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (depth > 0) continue;
    if (text[i] == sign && choices == 0) return i;
    if (text[i] == '?') ++choices;
    if (text[i] == ':') --choices;
  }
  return std::string_view::npos;
}

/// "a ? b : c" as Python has it, "(b if a else c)", and so within parentheses; nothing where a part of it lacks.
std::string with_choices(std::string_view text, int depth = 0) {
  if (text.find('?') == std::string_view::npos || depth > choices_depth_max) return std::string(text);
  if (const std::size_t ask = sign_at(text, '?'); ask != std::string_view::npos) {
    const std::string_view rest = text.substr(ask + 1);
    const std::size_t otherwise = sign_at(rest, ':');
    if (otherwise == std::string_view::npos) return {};
    return "((" + with_choices(rest.substr(0, otherwise), depth + 1) + ") if (" +
           with_choices(text.substr(0, ask), depth + 1) + ") else (" +
           with_choices(rest.substr(otherwise + 1), depth + 1) + "))";
  }
  const std::size_t open = text.find('('), close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::string(text);
  int nested = 0;
  std::size_t end = open;
  for (std::size_t i = open; i < text.size(); ++i) {
    nested += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (nested == 0) {
      end = i;
      break;
    }
  }
  if (end == open) return std::string(text);
  return std::string(text.substr(0, open + 1)) + with_choices(text.substr(open + 1, end - open - 1), depth + 1) + ")" +
         with_choices(text.substr(end + 1), depth + 1);
}

/// Where what stands behind a shift ends: at the next sign that binds less, outside its own parentheses.
std::size_t end_of_operand(std::string_view text, std::size_t begin) {
  int depth = 0;
  std::size_t at = begin;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (depth == 0 && std::string_view("<>=!?:&|)").find(c) != std::string_view::npos) break;
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
  }
  return at;
}

/// "a << b" as a multiple, "a >> b" as whole division, within parentheses too; parts of a choice or a comparison that
/// have one stand in parentheses of their own.
std::string with_shifts(std::string_view text, int depth = 0) {
  if (depth > choices_depth_max) return std::string(text);
  std::string all;
  std::size_t begin = 0;  // of what is shifted
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool left = text.substr(at).starts_with("<<");
    if (text[at] == '(') {
      const std::size_t close = sign_at(text.substr(at + 1), ')');
      if (close == std::string_view::npos) return std::string(text);
      all += "(" + with_shifts(text.substr(at + 1, close), depth + 1) + ")";
      at += close + 1;
    } else if (left || text.substr(at).starts_with(">>")) {
      const std::size_t end = end_of_operand(text, at + 2);
      all = all.substr(0, begin) + "((" + all.substr(begin) + (left ? ")*2**(" : ")/2**(") +
            with_shifts(text.substr(at + 2, end - at - 2), depth + 1) + "))";
      at = end - 1;
    } else {
      all += text[at];
      if (std::string_view("<>=!?:&|").find(text[at]) != std::string_view::npos) begin = all.size();
    }
  }
  return all;
}

/// "10#08" as 8: digits of a base that is said.
std::string with_bases(std::string_view text) {
  std::string all;
  while (!text.empty()) {
    std::size_t end = 0;
    while (end < text.size() && is_name(text[end])) ++end;
    const std::string_view word = text.substr(0, end);
    std::int64_t base = 0, number = 0;
    std::size_t behind = end + 1;
    while (behind < text.size() && is_name(text[behind])) ++behind;
    const bool based = end < text.size() && text[end] == '#' && behind > end + 1 && !word.empty() &&
                       std::from_chars(word.data(), word.data() + end, base).ptr == word.data() + end && base >= 2 &&
                       base <= 36;
    const char* last = text.data() + std::min(behind, text.size());
    if (based && std::from_chars(text.data() + end + 1, last, number, static_cast<int>(base)).ptr == last) {
      all += std::to_string(number);
      text.remove_prefix(behind);
      continue;
    }
    all += text.substr(0, std::max<std::size_t>(end, 1));
    text.remove_prefix(std::max<std::size_t>(end, 1));
  }
  return all;
}

}  // namespace

shell_tree::Computation shell_computation(std::string_view inner) {
  const bool shifts = inner.find("<<") != std::string_view::npos || inner.find(">>") != std::string_view::npos;
  const std::string based = inner.find('#') == std::string_view::npos ? std::string(inner) : with_bases(inner);
  const std::string plain = shifts ? with_shifts(based) : based;
  std::string python;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    const bool doubled = i + 1 < plain.size() && plain[i + 1] == c;
    if (c == '$' || c == '{' || c == '}' || c == '\\' || c == '"') continue;
    if ((c == '&' || c == '|') && doubled)
      python += c == '&' ? " and " : " or ", ++i;
    else
      python += c == '/' ? std::string("//") : std::string(1, c);
  }
  Outcome<Expression> expression = parse_expression(with_choices(python));
  if (!succeeded(expression)) return {std::string(inner), std::nullopt};
  return {std::string(inner), std::move(std::get<0>(expression))};
}

std::optional<shell_tree::Change> shell_change(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  std::size_t end = begin;
  while (end < text.size() && is_name(text[end])) ++end;
  const std::string name(text.substr(begin, end - begin));
  const std::string_view rest = text.substr(std::min(text.find_first_not_of(" \t", end), text.size()));
  if (name.empty() || !is_name_start(name[0]) || rest.empty()) return std::nullopt;
  if (rest.starts_with("++") || rest.starts_with("--"))
    return shell_tree::Change{name, shell_computation(name + rest[0] + "1")};
  if (rest[0] == '=' && !rest.starts_with("==")) return shell_tree::Change{name, shell_computation(rest.substr(1))};
  if (rest.size() > 1 && rest[1] == '=' && std::string_view("+-*/%").find(rest[0]) != std::string_view::npos)
    return shell_tree::Change{name, shell_computation(name + rest[0] + "(" + std::string(rest.substr(2)) + ")")};
  return std::nullopt;
}

void shell_counts(shell_tree::For& loop, std::string_view inner) {
  const std::size_t first = inner.find(';');
  const std::size_t second = first == std::string_view::npos ? first : inner.find(';', first + 1);
  if (second == std::string_view::npos) return;
  loop.start = shell_change(trimmed(inner.substr(0, first)));
  loop.condition = shell_computation(trimmed(inner.substr(first + 1, second - first - 1)));
  loop.step = shell_change(trimmed(inner.substr(second + 1)));
}

}  // namespace shardscope
