#include "core/shell/filters/calculators.h"

#include <algorithm>
#include <cstdint>

#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/expressions/expression.h"

namespace shardscope {

namespace {

constexpr std::int64_t counted_max = 1'000'000'000, counted_lines_max = 1'000;  // of seq

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

/// What basename and dirname print; nothing where that hangs on a part of the path that has no value.
std::optional<std::string> part_of_path(const std::vector<std::string>& words) {
  std::string path = words[1];
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const std::size_t slash = path.rfind('/');
  if (words[0] == "dirname") {
    if (slash == std::string::npos) return ".\n";
    return path.substr(0, std::max<std::size_t>(slash, 1)) + "\n";
  }
  std::string name = slash == std::string::npos || path.size() == 1 ? path : path.substr(slash + 1);
  if (words.size() > 2 && name.ends_with(words[2]) && name != words[2]) name.resize(name.size() - words[2].size());
  return name + "\n";
}

/// What seq prints of whole numbers: [first [step]] last.
std::optional<std::string> counted_up(const std::vector<std::string>& words) {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::optional<std::int64_t> number = parse_whole(words[i]);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  const std::int64_t first = numbers.size() > 1 ? numbers.front() : 1, last = numbers.back();
  const std::int64_t step = numbers.size() > 2 ? numbers[1] : 1;
  const auto within = [](std::int64_t number) { return number > -counted_max && number < counted_max; };
  if (step == 0 || !within(first) || !within(last) || !within(step) || (last - first) / step >= counted_lines_max)
    return std::nullopt;
  std::string lines;
  for (std::int64_t at = first; step > 0 ? at <= last : at >= last; at += step) lines += std::to_string(at) + "\n";
  return lines;
}

}  // namespace

std::optional<std::string> computed_by_program(const std::vector<std::string>& words) {
  if (words.empty()) return std::nullopt;
  const std::string& name = words.front();
  const bool surely = std::none_of(words.begin(), words.end(), [](const std::string& word) {
    return word.empty() || word.starts_with('-') || word.find(sealing_sign) != std::string::npos;
  });
  if ((name == "basename" || name == "dirname") && surely && words.size() >= 2 && words.size() <= 3)
    return part_of_path(words);
  if (name == "seq" && words.size() >= 2 && words.size() <= 4) return counted_up(words);
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
