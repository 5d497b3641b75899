// core/expressions: Python expressions over named values, the small language of the frameworks' rules, since that is
// how the rules' sources state them; a shell's arithmetic is one too. In: a text and names. Out: a value, or a problem.
// Literals, names with dots, + - * / // % ** and &, comparisons (chained, in, is), and, or, not,
// a if c else b, lists and sets, x[i], Python's functions of called() in expression.cpp, and those that the caller
// adds. No statement, no attribute, no loop: an expression of limits' length ends after as many steps as it has parts.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/expressions/value.h"

namespace shardscope {

enum class ExpressionKind : std::uint8_t {
  literal,
  name,
  list,
  set,
  negate,
  invert,
  either,
  both,
  choose,
  compare,
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  power,
  intersect,
  index,
  call
};
enum class CompareSign : std::uint8_t { equal, unequal, less, at_most, more, at_least, in, not_in, is, is_not };

struct ExpressionNode {
  ExpressionKind operation = ExpressionKind::literal;
  Value literal;                         // of a literal
  std::string name;                      // of a name or a call
  std::vector<std::size_t> parts;        // indices of nodes before this one
  std::vector<CompareSign> comparisons;  // one fewer than parts

  bool operator==(const ExpressionNode&) const = default;
};

struct Expression {
  std::string text;
  std::vector<ExpressionNode> nodes;  // the last is the whole

  bool operator==(const Expression&) const = default;
};

namespace limits {
inline constexpr std::size_t expression_length_max = 2'000;  // the longest rule has 250 characters
inline constexpr int expression_depth_max = 60;              // parentheses within parentheses
inline constexpr std::size_t expression_list_max = 10'000;   // entries: a layer each
}  // namespace limits

/// Functions of one value that the caller adds to Python's own.
using Functions = std::map<std::string, Value (*)(const Value& given), std::less<>>;

/// The expression, or one problem that says where it stops being one.
[[nodiscard]] Outcome<Expression> parse_expression(std::string_view text);

/// What it comes to; a name that isn't there is None. One problem where Python would raise: a type that doesn't fit, a
/// division by zero, a number beyond 64 bits.
[[nodiscard]] Outcome<Value> compute(const Expression& expression, const Names& names, const Functions& functions = {});

/// compute(), with None where there is no value.
[[nodiscard]] Value computed_or_none(const Expression& expression, const Names& names, const Functions& functions = {});

/// Every name that it mentions, each once, sorted.
[[nodiscard]] std::vector<std::string> names_in(const Expression& expression);

}  // namespace shardscope
