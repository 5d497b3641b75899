#include "core/transformer/shape.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

constexpr std::string_view times = "·";

/// Reads a shape from left to right. A failure empties `rest` and sets `failed`.
struct ShapeReader {
  std::string_view rest;
  const ShapeSymbols& symbols;
  bool failed = false;

  void skip_spaces() {
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  }
  bool take(std::string_view token) {
    skip_spaces();
    if (!rest.starts_with(token)) return false;
    rest.remove_prefix(token.size());
    return true;
  }
  double fail() {
    failed = true;
    rest = {};
    return 0;
  }

  double number() {
    double value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc{}) return fail();
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return value;
  }

  double letter() {
    std::size_t length = 0;
    while (length < rest.size() && (std::isalnum(static_cast<unsigned char>(rest[length])) || rest[length] == '_'))
      ++length;
    const std::string_view name = rest.substr(0, length);
    const auto found = std::find_if(symbols.symbols.begin(), symbols.symbols.end(),
                                    [&](const ShapeSymbols::Symbol& symbol) { return symbol.name == name; });
    if (length == 0 || found == symbols.symbols.end()) return fail();
    rest.remove_prefix(length);
    return found->value;
  }

  /// A number, a letter, both ("2g"), or a sum in parentheses.
  double factor() {
    skip_spaces();
    if (take("(")) {
      const double value = sum();
      return take(")") ? value : fail();
    }
    if (rest.empty() || !std::isdigit(static_cast<unsigned char>(rest.front()))) return letter();
    const double value = number();
    return !rest.empty() && std::isalpha(static_cast<unsigned char>(rest.front())) ? value * letter() : value;
  }

  double product() {
    double value = factor();
    while (!failed)
      if (take(times))
        value *= factor();
      else if (take("/"))
        value /= factor();
      else
        break;
    return value;
  }

  double sum() {
    double value = product();
    while (!failed && take("+")) value += product();
    return value;
  }
};

}  // namespace

ShapeSymbols shape_symbols(const Model& model, const Plan& plan) {
  const LocalShape at = local_shape(model, plan);
  const auto count = [](std::int64_t value) { return static_cast<double>(value); };
  return {{{"s", at.sequence},
           {"b", at.batch},
           {"h", at.hidden},
           {"e", count(at.size.embedding_width)},
           {"a", count(at.size.heads)},
           {"g", at.kv_heads * at.tp},
           {"d", count(at.size.head_dim)},
           {"d_qk", count(at.size.query_dim)},
           {"d_v", count(at.size.value_dim)},
           {"d_rope", count(at.size.rope_dim)},
           {"d_nope", count(at.size.query_dim - at.size.rope_dim)},
           {"r_q", count(at.size.q_rank)},
           {"r_kv", count(at.size.kv_rank)},
           {"f", count(at.size.feed_forward)},
           {"f_e", count(at.size.expert_feed_forward)},
           {"f_s", count(at.size.shared_feed_forward)},
           {"E", count(at.size.experts)},
           {"k", count(at.size.routed)},
           {"V", at.vocabulary * at.tp},
           {"positions", count(position_rows(model))},
           {"rows", at.expert_rows},
           {"tp", at.tp},
           {"cp", at.cp},
           {"ep", at.ep},
           {"etp", at.etp}}};
}

std::optional<std::vector<double>> shape_in_numbers(std::string_view shape, const ShapeSymbols& symbols) {
  ShapeReader reader{shape, symbols};
  std::vector<double> numbers;
  reader.skip_spaces();
  if (!reader.rest.starts_with("[")) {
    numbers.push_back(reader.number());
    if (!reader.take("x")) reader.fail();
  }
  if (!reader.take("[")) reader.fail();
  while (!reader.failed) {
    numbers.push_back(reader.sum());
    if (!reader.take(",")) break;
  }
  if (reader.failed || !reader.take("]") || !reader.rest.empty()) return std::nullopt;
  return numbers;
}

}  // namespace shardscope
