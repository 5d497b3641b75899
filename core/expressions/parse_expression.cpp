#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "core/base/characters.h"
#include "core/expressions/expression.h"

namespace shardscope {

namespace {

/// A recursive descent over the text, lowest precedence first. The first problem stops it.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Outcome<Expression> whole() {
    if (text_.size() > limits::expression_length_max)
      return problem("it is longer than " + std::to_string(limits::expression_length_max) + " characters");
    conditional();
    skip_space();
    if (problem_.empty() && at_ < text_.size()) fail("there is more than an expression");
    if (!problem_.empty()) return problem(problem_);
    return Expression{std::string(text_), std::move(nodes_)};
  }

 private:
  static std::vector<Problem> problem(std::string message) {
    return {{Severity::error, {}, std::move(message), "expression"}};
  }

  void fail(const std::string& why) {
    if (problem_.empty()) problem_ = why + " at \"" + shown(text_.substr(std::min(at_, text_.size()), 20)) + "\"";
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }

  /// Takes a sign, not the beginning of a longer one ("<" of "<=").
  bool take(std::string_view sign, std::string_view not_before = {}) {
    skip_space();
    if (!text_.substr(at_).starts_with(sign)) return false;
    const std::size_t after = at_ + sign.size();
    if (after < text_.size() && not_before.find(text_[after]) != std::string_view::npos) return false;
    at_ = after;
    return true;
  }

  bool take_word(std::string_view word) {
    skip_space();
    if (!text_.substr(at_).starts_with(word)) return false;
    const std::size_t after = at_ + word.size();
    if (after < text_.size() && is_name(text_[after])) return false;
    at_ = after;
    return true;
  }

  std::size_t add(ExpressionNode node) {
    nodes_.push_back(std::move(node));
    return nodes_.size() - 1;
  }
  std::size_t add(ExpressionKind operation, std::vector<std::size_t> parts) {
    return add(ExpressionNode{operation, {}, {}, std::move(parts), {}});
  }

  std::size_t conditional() {
    if (++depth_ > limits::expression_depth_max) fail("it nests too deeply");
    if (!problem_.empty()) return --depth_, add({});
    std::size_t node = disjunction();
    if (problem_.empty() && take_word("if")) {
      const std::size_t condition = disjunction();
      if (!take_word("else")) fail("else is wanted");
      const std::size_t otherwise = conditional();
      node = add(ExpressionKind::choose, {condition, node, otherwise});
    }
    --depth_;
    return node;
  }

  std::size_t disjunction() {
    std::size_t node = conjunction();
    while (problem_.empty() && take_word("or")) node = add(ExpressionKind::either, {node, conjunction()});
    return node;
  }

  std::size_t conjunction() {
    std::size_t node = inversion();
    while (problem_.empty() && take_word("and")) node = add(ExpressionKind::both, {node, inversion()});
    return node;
  }

  std::size_t inversion() {
    int times = 0;
    while (take_word("not")) ++times;
    std::size_t node = comparison();
    for (; times > 0; --times) node = add(ExpressionKind::invert, {node});
    return node;
  }

  std::optional<CompareSign> take_comparison() {
    if (take("==")) return CompareSign::equal;
    if (take("!=")) return CompareSign::unequal;
    if (take("<=")) return CompareSign::at_most;
    if (take(">=")) return CompareSign::at_least;
    if (take("<")) return CompareSign::less;
    if (take(">")) return CompareSign::more;
    if (take_word("in")) return CompareSign::in;
    if (take_word("is")) return take_word("not") ? CompareSign::is_not : CompareSign::is;
    const std::size_t before = at_;
    if (take_word("not")) {
      if (take_word("in")) return CompareSign::not_in;
      at_ = before;
    }
    return std::nullopt;
  }

  std::size_t comparison() {
    ExpressionNode node{ExpressionKind::compare, {}, {}, {intersection()}, {}};
    while (problem_.empty()) {
      const std::optional<CompareSign> sign = take_comparison();
      if (!sign) break;
      node.comparisons.push_back(*sign);
      node.parts.push_back(intersection());
    }
    return node.comparisons.empty() ? node.parts.front() : add(std::move(node));
  }

  std::size_t intersection() {
    std::size_t node = sum();
    while (problem_.empty() && take("&")) node = add(ExpressionKind::intersect, {node, sum()});
    return node;
  }

  std::size_t sum() {
    std::size_t node = product();
    while (problem_.empty()) {
      if (take("+"))
        node = add(ExpressionKind::add, {node, product()});
      else if (take("-"))
        node = add(ExpressionKind::subtract, {node, product()});
      else
        break;
    }
    return node;
  }

  std::size_t product() {
    std::size_t node = sign();
    while (problem_.empty()) {
      if (take("//"))
        node = add(ExpressionKind::floor_divide, {node, sign()});
      else if (take("*", "*"))
        node = add(ExpressionKind::multiply, {node, sign()});
      else if (take("/"))
        node = add(ExpressionKind::divide, {node, sign()});
      else if (take("%"))
        node = add(ExpressionKind::modulo, {node, sign()});
      else
        break;
    }
    return node;
  }

  std::size_t sign() {
    int times = 0;
    while (take("-")) ++times;
    std::size_t node = indexed();
    if (problem_.empty() && take("**")) node = add(ExpressionKind::power, {node, sign()});
    for (; times > 0; --times) node = add(ExpressionKind::negate, {node});
    return node;
  }

  std::size_t indexed() {
    std::size_t node = atom();
    while (problem_.empty() && take("[")) {
      const std::size_t index = conditional();
      if (!take("]")) fail("] is wanted");
      node = add(ExpressionKind::index, {node, index});
    }
    return node;
  }

  /// Entries up to the closing sign; a comma may stand behind the last.
  std::vector<std::size_t> entries(std::string_view closing) {
    std::vector<std::size_t> parts;
    while (problem_.empty() && !take(closing)) {
      parts.push_back(conditional());
      if (take(",")) continue;
      if (take(closing)) break;
      fail(std::string(closing) + " is wanted");
    }
    return parts;
  }

  std::size_t atom() {
    skip_space();
    if (at_ >= text_.size()) return fail("something is missing"), add({});
    const char c = text_[at_];
    if (take("[")) return add(ExpressionKind::list, entries("]"));
    if (take("{")) return add(ExpressionKind::set, entries("}"));
    if (take("(")) return parenthesis();
    if (c == '\'' || c == '"') return quoted(c);
    if (is_digit(c)) return number();
    if (is_name(c)) return name();
    return fail("this can't begin a value"), add({});
  }

  std::size_t parenthesis() {
    const std::size_t first = conditional();
    if (take(")")) return first;
    if (!take(",")) return fail(") is wanted"), first;
    std::vector<std::size_t> parts = entries(")");
    parts.insert(parts.begin(), first);
    return add(ExpressionKind::list, std::move(parts));
  }

  std::size_t quoted(char quote) {
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) return fail("the quote isn't closed"), add({});
    Value text(std::string(text_.substr(at_ + 1, end - at_ - 1)));
    at_ = end + 1;
    return add({ExpressionKind::literal, std::move(text), {}, {}, {}});
  }

  /// The digits from here on without the _ between two of them, 1_000 as Python writes it; `length` with them.
  std::string digits(std::size_t& length) const {
    std::string plain;
    for (length = 0; at_ + length < text_.size(); ++length) {
      const std::size_t at = at_ + length;
      const bool between =
          text_[at] == '_' && length > 0 && is_digit(text_[at - 1]) && at + 1 < text_.size() && is_digit(text_[at + 1]);
      if (!between && !is_digit(text_[at])) break;
      if (!between) plain += text_[at];
    }
    return plain;
  }

  std::size_t number() {
    std::size_t length = 0;
    if (const std::string plain = digits(length); plain.size() < length) {
      std::int64_t count = 0;
      const auto read = std::from_chars(plain.data(), plain.data() + plain.size(), count);
      if (read.ec != std::errc()) return fail("this number can't be read"), add({});
      at_ += length;
      return add({ExpressionKind::literal, Value(count), {}, {}, {}});
    }
    const char* begin = text_.data() + at_;
    const char* end = text_.data() + text_.size();
    std::int64_t whole = 0;
    double real = 0;
    const auto as_whole = std::from_chars(begin, end, whole);
    const auto as_real = std::from_chars(begin, end, real);
    const bool is_whole = as_whole.ec == std::errc() && as_whole.ptr == as_real.ptr;
    if (!is_whole && as_real.ec != std::errc()) return fail("this number can't be read"), add({});
    at_ += static_cast<std::size_t>((is_whole ? as_whole.ptr : as_real.ptr) - begin);
    return add({ExpressionKind::literal, is_whole ? Value(whole) : Value(real), {}, {}, {}});
  }

  std::size_t name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_name(text_[at_]) || text_[at_] == '.')) ++at_;
    std::string word(text_.substr(begin, at_ - begin));
    if (word == "True" || word == "False") return add({ExpressionKind::literal, Value(word == "True"), {}, {}, {}});
    if (word == "None") return add({ExpressionKind::literal, {}, {}, {}, {}});
    for (const char* keyword : {"if", "else", "and", "or", "not", "in", "is"})
      if (word == keyword) return fail("a value is missing before " + word), add({});
    if (!take("(")) return add({ExpressionKind::name, {}, std::move(word), {}, {}});
    std::vector<std::size_t> arguments;
    if (const std::size_t dot = word.rfind('.'); dot != std::string::npos) {  // layout_symbols.count('t')
      arguments.push_back(add({ExpressionKind::name, {}, word.substr(0, dot), {}, {}}));
      word.erase(0, dot + 1);
    }
    for (const std::size_t argument : entries(")")) arguments.push_back(argument);
    return add({ExpressionKind::call, {}, std::move(word), std::move(arguments), {}});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::string problem_;
  std::vector<ExpressionNode> nodes_;
};

}  // namespace

Outcome<Expression> parse_expression(std::string_view text) {
  return Parser(text).whole();
}

std::vector<std::string> names_in(const Expression& expression) {
  std::set<std::string> names;
  for (const ExpressionNode& node : expression.nodes)
    if (node.operation == ExpressionKind::name) names.insert(node.name);
  return {names.begin(), names.end()};
}

}  // namespace shardscope
