#include "core/expressions/expression.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/base/elementary.h"

namespace shardscope {

namespace {

/// What Python would raise, in words.
struct Raised {
  std::string why;
};

using Result = std::variant<Value, Raised>;

bool raised(const Result& result) {
  return result.index() == 1;
}
const Value& value_in(const Result& result) {
  return std::get<0>(result);
}

Raised unfit(const char* what, const Value& value) {
  return {std::string(what) + " of " + words_of(value) + " isn't possible"};
}

bool contains(const Value::List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

Result joined(const Value::List& left, const Value::List& right) {
  if (left.size() + right.size() > limits::expression_list_max) return Raised{"a list grows too long"};
  Value::List both = left;
  both.insert(both.end(), right.begin(), right.end());
  return Value(std::move(both));
}

Result repeated(const Value::List& list, std::int64_t times) {
  const auto most = static_cast<std::int64_t>(limits::expression_list_max);
  if (!list.empty() && times > most / static_cast<std::int64_t>(list.size())) return Raised{"a list grows too long"};
  Value::List all;
  for (std::int64_t i = 0; i < times; ++i) all.insert(all.end(), list.begin(), list.end());
  return Value(std::move(all));
}

/// Python's floor division and modulo: the remainder has the divisor's sign.
std::int64_t floor_quotient(std::int64_t left, std::int64_t right) {
  const std::int64_t quotient = left / right;
  return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

Result whole_arithmetic(ExpressionKind operation, std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  bool overflow = false;
  const bool divides = operation == ExpressionKind::floor_divide || operation == ExpressionKind::modulo;
  if (divides && right == 0) return Raised{"it divides by zero"};
  if (divides && right == -1)
    overflow = __builtin_sub_overflow(std::int64_t{0}, left, &result);
  else if (operation == ExpressionKind::add)
    overflow = __builtin_add_overflow(left, right, &result);
  else if (operation == ExpressionKind::subtract)
    overflow = __builtin_sub_overflow(left, right, &result);
  else if (operation == ExpressionKind::multiply)
    overflow = __builtin_mul_overflow(left, right, &result);
  else if (operation == ExpressionKind::floor_divide)
    result = floor_quotient(left, right);
  else
    result = left - floor_quotient(left, right) * right;
  if (divides && right == -1 && operation == ExpressionKind::modulo) return Value(std::int64_t{0});
  return overflow ? Result(Raised{"a number is beyond 64 bits"}) : Result(Value(result));
}

/// A whole number to a whole power that isn't negative: at most 63 products before it is beyond 64 bits.
Result whole_power(std::int64_t base, std::int64_t exponent) {
  if (base == 0 || base == 1) return Value(exponent == 0 ? std::int64_t{1} : base);
  if (base == -1) return Value(exponent % 2 == 0 ? std::int64_t{1} : std::int64_t{-1});
  std::int64_t result = 1;
  for (; exponent > 0; --exponent)
    if (__builtin_mul_overflow(result, base, &result)) return Raised{"a number is beyond 64 bits"};
  return Value(result);
}

Result raised_to(const Value& left, const Value& right) {
  const std::optional<double> a = left.number(), b = right.number();
  if (!a) return unfit("arithmetic", left);
  if (!b) return unfit("arithmetic", right);
  const bool whole = left.held.index() != 3 && right.held.index() != 3 && *b >= 0;
  if (whole) return whole_power(*left.whole(), *right.whole());
  const double result = power(*a, *b);
  return std::isfinite(result) ? Result(Value(result)) : Result(Raised{"a number is too large"});
}

Result arithmetic(ExpressionKind operation, const Value& left, const Value& right) {
  if (operation == ExpressionKind::power) return raised_to(left, right);
  const Value::List *left_list = left.list(), *right_list = right.list();
  if (operation == ExpressionKind::add && left_list != nullptr && right_list != nullptr)
    return joined(*left_list, *right_list);
  if (operation == ExpressionKind::multiply && left_list != nullptr && right.whole())
    return repeated(*left_list, *right.whole());
  if (operation == ExpressionKind::add && left.text() != nullptr && right.text() != nullptr) {
    if (left.text()->size() + right.text()->size() > limits::expression_list_max)
      return Raised{"a text grows too long"};
    return Value(*left.text() + *right.text());
  }
  const std::optional<double> a = left.number(), b = right.number();
  if (!a) return unfit("arithmetic", left);
  if (!b) return unfit("arithmetic", right);
  const bool whole = left.held.index() != 3 && right.held.index() != 3;
  if (whole && operation != ExpressionKind::divide) return whole_arithmetic(operation, *left.whole(), *right.whole());
  if (operation != ExpressionKind::add && operation != ExpressionKind::subtract &&
      operation != ExpressionKind::multiply && *b == 0)
    return Raised{"it divides by zero"};
  const double quotient = operation == ExpressionKind::divide ? *a / *b : std::floor(*a / *b);
  double result = quotient;
  if (operation == ExpressionKind::add) result = *a + *b;
  if (operation == ExpressionKind::subtract) result = *a - *b;
  if (operation == ExpressionKind::multiply) result = *a * *b;
  if (operation == ExpressionKind::modulo) result = *a - quotient * *b;
  return std::isfinite(result) ? Result(Value(result)) : Result(Raised{"a number is too large"});
}

Result intersection(const Value& left, const Value& right) {
  if (left.list() == nullptr || right.list() == nullptr) return unfit("an intersection", left);
  Value::List both;
  for (const Value& each : *left.list())
    if (contains(*right.list(), each)) both.push_back(each);
  return Value(std::move(both));
}

/// Order of numbers, of texts, and of sets by inclusion.
Result ordered(CompareSign sign, const Value& left, const Value& right) {
  const bool swap = sign == CompareSign::more || sign == CompareSign::at_least;
  const Value &low = swap ? right : left, &high = swap ? left : right;
  const bool strict = sign == CompareSign::less || sign == CompareSign::more;
  if (low.number() && high.number())
    return Value(strict ? *low.number() < *high.number() : *low.number() <= *high.number());
  if (low.text() != nullptr && high.text() != nullptr)
    return Value(strict ? *low.text() < *high.text() : *low.text() <= *high.text());
  if (low.list() == nullptr || high.list() == nullptr)
    return Raised{words_of(left) + " and " + words_of(right) + " have no order"};
  const bool within = std::all_of(low.list()->begin(), low.list()->end(),
                                  [&](const Value& each) { return contains(*high.list(), each); });
  return Value(within && (!strict || low.list()->size() < high.list()->size()));
}

Result membership(const Value& left, const Value& right) {
  if (const Value::List* list = right.list()) return Value(contains(*list, left));
  if (left.text() != nullptr && right.text() != nullptr)
    return Value(right.text()->find(*left.text()) != std::string::npos);
  return unfit("a search", right);
}

Result compared(CompareSign sign, const Value& left, const Value& right) {
  switch (sign) {
    case CompareSign::equal:
      return Value(left == right);
    case CompareSign::unequal:
      return Value(!(left == right));
    case CompareSign::is:
      return Value(left.none() == right.none() && left == right);
    case CompareSign::is_not:
      return Value(!(left.none() == right.none() && left == right));
    case CompareSign::in:
      return membership(left, right);
    case CompareSign::not_in: {
      Result found = membership(left, right);
      return raised(found) ? found : Result(Value(!is_true(value_in(found))));
    }
    case CompareSign::less:
    case CompareSign::at_most:
    case CompareSign::more:
    case CompareSign::at_least:
      return ordered(sign, left, right);
  }
  return Value();
}

Result indexed(const Value& value, const Value& index) {
  if (value.list() == nullptr || !index.whole()) return unfit("an entry", value);
  const auto size = static_cast<std::int64_t>(value.list()->size());
  const std::int64_t at = *index.whole() < 0 ? *index.whole() + size : *index.whole();
  if (at < 0 || at >= size) return Raised{"there is no entry " + words_of(index)};
  return (*value.list())[static_cast<std::size_t>(at)];
}

Result extreme(const std::vector<Value>& arguments, bool largest) {
  const Value::List& all = arguments.size() == 1 && arguments[0].list() != nullptr ? *arguments[0].list() : arguments;
  if (all.empty()) return Raised{"nothing is the largest of nothing"};
  const Value* best = &all.front();
  for (const Value& each : all) {
    if (!each.number()) return unfit("a comparison", each);
    if (largest ? *each.number() > *best->number() : *each.number() < *best->number()) best = &each;
  }
  return *best;
}

Result rounded(const Value& value, double (*round)(double)) {
  if (value.count() != nullptr) return value;
  const std::optional<double> number = value.number();
  constexpr double beyond = 9e15;
  if (!number || std::abs(*number) > beyond) return unfit("rounding", value);
  return Value(static_cast<std::int64_t>(round(*number)));
}

Result counted(const Value& list, const Value& wanted) {
  if (list.list() == nullptr) return unfit("a count", list);
  return Value(static_cast<std::int64_t>(std::count(list.list()->begin(), list.list()->end(), wanted)));
}

Result length(const Value& value) {
  if (value.list() != nullptr) return Value(static_cast<std::int64_t>(value.list()->size()));
  if (value.text() != nullptr) return Value(static_cast<std::int64_t>(value.text()->size()));
  return unfit("the length", value);
}

Result product_of(const Value& value) {
  if (value.list() == nullptr) return unfit("the product", value);
  Result result = Value(1);
  for (const Value& each : *value.list()) {
    result = arithmetic(ExpressionKind::multiply, value_in(result), each);
    if (raised(result)) break;
  }
  return result;
}

Result set_of(const Value& value) {
  if (value.list() == nullptr) return unfit("a set", value);
  Value::List once;
  for (const Value& each : *value.list())
    if (!contains(once, each)) once.push_back(each);
  return Value(std::move(once));
}

/// Text that is itself an expression without names, as frameworks take lists: "([0]*3+[1]*58)".
Result evaluated_text(const Value& value) {
  if (value.text() == nullptr) return value;
  const Outcome<Expression> inner = parse_expression(*value.text());
  if (!succeeded(inner)) return Raised{problems_of(inner).front().message};
  for (const ExpressionNode& node : value_of(inner).nodes)
    if (node.operation == ExpressionKind::call) return Raised{"a list holds no calls"};
  const Outcome<Value> result = compute(value_of(inner), {});
  if (!succeeded(result)) return Raised{problems_of(result).front().message};
  return value_of(result);
}

Result called(const std::string& name, const std::vector<Value>& given, const Functions& functions) {
  if (name == "max" || name == "min") return extreme(given, name == "max");
  if (name == "count" && given.size() == 2) return counted(given[0], given[1]);
  if (name == "set" && given.empty()) return Value(Value::List{});
  if (given.size() != 1) return Raised{name + "() with " + std::to_string(given.size()) + " arguments isn't known"};
  if (name == "len") return length(given[0]);
  if (name == "ceil") return rounded(given[0], std::ceil);
  if (name == "int") return rounded(given[0], std::trunc);
  if (name == "round") return rounded(given[0], std::nearbyint);
  if (name == "bool") return Value(is_true(given[0]));
  if (name == "str") return Value(words_of(given[0]));
  if (name == "set") return set_of(given[0]);
  if (name == "product") return product_of(given[0]);
  if (name == "literal") return evaluated_text(given[0]);
  if (const auto added = functions.find(name); added != functions.end()) return added->second(given[0]);
  return Raised{name + "() isn't known"};
}

/// Walks the nodes from the whole down; only the branches that Python would walk.
class Walk {
 public:
  Walk(const Expression& expression, const Names& names, const Functions& functions)
      : expression_(expression), names_(names), functions_(functions) {}

  Result at(std::size_t index) const {
    const ExpressionNode& node = expression_.nodes[index];
    switch (node.operation) {
      case ExpressionKind::literal:
        return node.literal;
      case ExpressionKind::name:
        return value_at(names_, node.name);
      case ExpressionKind::either:
      case ExpressionKind::both:
        return shortcut(node);
      case ExpressionKind::choose:
        return chosen(node);
      case ExpressionKind::compare:
        return comparison(node);
      case ExpressionKind::list:
      case ExpressionKind::set:
      case ExpressionKind::negate:
      case ExpressionKind::invert:
      case ExpressionKind::add:
      case ExpressionKind::subtract:
      case ExpressionKind::multiply:
      case ExpressionKind::divide:
      case ExpressionKind::floor_divide:
      case ExpressionKind::modulo:
      case ExpressionKind::power:
      case ExpressionKind::intersect:
      case ExpressionKind::index:
      case ExpressionKind::call:
        break;
    }
    return of_all_parts(node);
  }

 private:
  Result shortcut(const ExpressionNode& node) const {
    Result left = at(node.parts[0]);
    if (raised(left) || is_true(value_in(left)) == (node.operation == ExpressionKind::either)) return left;
    return at(node.parts[1]);
  }

  Result chosen(const ExpressionNode& node) const {
    Result condition = at(node.parts[0]);
    if (raised(condition)) return condition;
    return at(node.parts[is_true(value_in(condition)) ? 1 : 2]);
  }

  Result comparison(const ExpressionNode& node) const {
    Result left = at(node.parts[0]);
    for (std::size_t i = 0; i < node.comparisons.size() && !raised(left); ++i) {
      Result right = at(node.parts[i + 1]);
      if (raised(right)) return right;
      Result holds = compared(node.comparisons[i], value_in(left), value_in(right));
      if (raised(holds) || !is_true(value_in(holds)) || i + 1 == node.comparisons.size()) return holds;
      left = std::move(right);
    }
    return left;
  }

  Result of_all_parts(const ExpressionNode& node) const {
    std::vector<Value> parts;
    parts.reserve(node.parts.size());
    for (const std::size_t part : node.parts) {
      Result value = at(part);
      if (raised(value)) return value;
      parts.push_back(std::move(std::get<0>(value)));
    }
    return made_of(node, parts);
  }

  Result made_of(const ExpressionNode& node, std::vector<Value>& parts) const {
    switch (node.operation) {
      case ExpressionKind::list:
        return Value(std::move(parts));
      case ExpressionKind::set:
        return set_of(Value(std::move(parts)));
      case ExpressionKind::invert:
        return Value(!is_true(parts[0]));
      case ExpressionKind::negate:
        return arithmetic(ExpressionKind::subtract, Value(0), parts[0]);
      case ExpressionKind::intersect:
        return intersection(parts[0], parts[1]);
      case ExpressionKind::index:
        return indexed(parts[0], parts[1]);
      case ExpressionKind::call:
        return called(node.name, parts, functions_);
      case ExpressionKind::add:
      case ExpressionKind::subtract:
      case ExpressionKind::multiply:
      case ExpressionKind::divide:
      case ExpressionKind::floor_divide:
      case ExpressionKind::modulo:
      case ExpressionKind::power:
        return arithmetic(node.operation, parts[0], parts[1]);
      case ExpressionKind::literal:
      case ExpressionKind::name:
      case ExpressionKind::either:
      case ExpressionKind::both:
      case ExpressionKind::choose:
      case ExpressionKind::compare:
        break;  // at() has those
    }
    return Value();
  }

  const Expression& expression_;
  const Names& names_;
  const Functions& functions_;
};

}  // namespace

Outcome<Value> compute(const Expression& expression, const Names& names, const Functions& functions) {
  if (expression.nodes.empty()) return Value();
  Result result = Walk(expression, names, functions).at(expression.nodes.size() - 1);
  if (auto* problem = std::get_if<Raised>(&result))
    return std::vector<Problem>{
        {Severity::error, {}, "\"" + shown(expression.text) + "\": " + problem->why, "expression"}};
  return std::move(std::get<0>(result));
}

Value computed_or_none(const Expression& expression, const Names& names, const Functions& functions) {
  Outcome<Value> value = compute(expression, names, functions);
  return succeeded(value) ? std::move(std::get<0>(value)) : Value();
}

}  // namespace shardscope
