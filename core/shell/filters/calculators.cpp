#include "core/shell/filters/calculators.h"

#include <algorithm>

#include "core/base/trimmed.h"
#include "core/expressions/expression.h"

namespace shardscope {

namespace {

/// The line that a whole number makes. A division whose rest only one of these languages keeps isn't followed, unless
/// int( ) takes it away.
std::optional<std::string> line_of_number(std::string_view text) {
  const bool rounded = text.starts_with("int(");
  std::size_t single = text.find('/');
  while (single != std::string_view::npos && text.substr(single).starts_with("//")) single = text.find('/', single + 2);
  if (single != std::string_view::npos && !rounded) return std::nullopt;
  const Outcome<Expression> expression = parse_expression(text);
  if (!succeeded(expression)) return std::nullopt;
  const Value value = computed_or_none(value_of(expression), {});
  const auto whole = value.toggle() == nullptr ? value.whole() : std::nullopt;
  return whole ? std::optional(std::to_string(*whole) + "\n") : std::nullopt;
}

/// What stands between two texts.
std::optional<std::string_view> between(std::string_view text, std::string_view begin, std::string_view end) {
  if (!text.starts_with(begin) || !text.ends_with(end) || text.size() < begin.size() + end.size()) return std::nullopt;
  return trimmed(text.substr(begin.size(), text.size() - begin.size() - end.size()));
}

}  // namespace

std::optional<std::string> computed_by_program(const std::vector<std::string>& words) {
  if (words.empty()) return std::nullopt;
  const std::string& name = words.front();
  const bool python = name == "python" || name == "python3";
  if (python && words.size() == 3 && words[1] == "-c")
    if (const auto inside = between(trimmed(words[2]), "print(", ")")) return line_of_number(*inside);
  if (name != "awk" || words.size() != 2) return std::nullopt;
  auto inside = between(trimmed(words[1]), "BEGIN", "}");
  if (inside && inside->starts_with('{')) inside = trimmed(inside->substr(1));
  if (!inside || !inside->starts_with("print ") || inside->find("//") != std::string_view::npos) return std::nullopt;
  return line_of_number(trimmed(inside->substr(6)));
}

std::optional<std::string> computed_by_bc(const std::vector<std::string>& words, std::string_view text) {
  const bool real = words.size() == 2 && words[1] == "-l";
  if (words.size() > 1 && !real) return std::nullopt;
  const std::string_view line = trimmed(text);
  const auto has = [&](std::string_view signs) { return line.find_first_of(signs) != std::string_view::npos; };
  // What bc and Python take for different: a rest's sign, a fraction's digits, what a comparison in parentheses is.
  const bool compares = has("<>=");
  if (has(";\n") || (has(".") && !compares) || (real && has("%")) || (has("-") && has("/%"))) return std::nullopt;
  const std::size_t sign = line.find_first_of("<>=!");
  if (compares &&
      (has("(!") || line.find_first_of("<>=", sign + (line.substr(sign + 1, 1) == "=" ? 2 : 1)) != line.npos))
    return std::nullopt;
  if (compares && line[sign] == '=' && line.substr(sign + 1, 1) != "=") return std::nullopt;  // a variable's
  std::string python;
  for (const char c : line) python += c == '^' ? std::string("**") : c == '/' && !real ? "//" : std::string(1, c);
  if (compares) python = "int((1 if " + python + " else 0))";
  return line_of_number(python);
}

}  // namespace shardscope
