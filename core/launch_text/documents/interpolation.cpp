#include "core/launch_text/documents/interpolation.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/characters.h"
#include "core/base/saturating.h"
#include "core/base/trimmed.h"
#include "core/expressions/json_value.h"

namespace shardscope {

namespace {

constexpr int references_max = 16;  // of one to another

/// Where the brace that closes text[open] stands; npos where none does.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

std::vector<std::string_view> arguments_in(std::string_view text) {
  std::vector<std::string_view> all;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && text[at] == '{') ++depth;
    if (at < text.size() && text[at] == '}') --depth;
    if (at != text.size() && !(text[at] == ',' && depth == 0)) continue;
    all.push_back(trimmed(text.substr(begin, at - begin)));
    begin = at + 1;
  }
  return all;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The arithmetic of NeMo's launcher, on whole numbers, and by the names that other programs give the same.
std::optional<std::int64_t> computed(std::string_view name, std::int64_t a, std::int64_t b) {
  const bool adds = is_one_of(name, {"sum", "add", "plus"});
  if (adds && (a < 0) != (b < 0)) return a + b;  // ${sum:${.num_layers},-1}
  if (a < 0 || b < 0) return std::nullopt;
  if (adds) return saturating_sum(a, b);
  if (is_one_of(name, {"multiply", "mult", "mul", "prod"})) return saturating_product({a, b});
  if (is_one_of(name, {"subtract", "sub", "minus"})) return a - b;
  if (is_one_of(name, {"max", "maximum"})) return std::max(a, b);
  if (is_one_of(name, {"min", "minimum"})) return std::min(a, b);
  if (b == 0) return std::nullopt;
  if (is_one_of(name, {"divide_ceil", "ceil_div"})) return divided_up(a, b);
  if (is_one_of(name, {"divide", "divide_floor", "int_div", "div", "floor_div"})) return a / b;
  return std::nullopt;
}

/// Of two numbers or texts: ${neq:${.a},${.b}}, ${lt:${.a},3600}; nothing where they aren't compared so.
std::optional<bool> compared(std::string_view name, const Value& a, const Value& b) {
  if (is_one_of(name, {"eq", "equal"})) return a == b;
  if (is_one_of(name, {"neq", "ne", "not_equal"})) return !(a == b);
  if (!a.number() || !b.number()) return std::nullopt;
  if (name == "lt") return *a.number() < *b.number();
  if (is_one_of(name, {"le", "lte"})) return *a.number() <= *b.number();
  if (name == "gt") return *a.number() > *b.number();
  if (is_one_of(name, {"ge", "gte"})) return *a.number() >= *b.number();
  return std::nullopt;
}

class Filler {
 public:
  explicit Filler(const std::vector<GivenFlag>& flags) {
    for (const GivenFlag& flag : flags) values_[flag.flag] = flag.value;
  }

  /// The value with what its ${ … } stand for; None where one of them isn't known.
  std::optional<Value> filled(const std::string& key, const Value& value, int depth = 0) const {
    if (value.text() == nullptr) return value;
    const std::string& text = *value.text();
    const std::size_t open = text.find("${");
    if (open == std::string::npos) return value;
    const std::size_t close = closing(text, open + 1);
    if (close == std::string::npos || depth > references_max) return std::nullopt;
    const std::optional<Value> inner =
        stands_for(key, std::string_view(text).substr(open + 2, close - open - 2), depth + 1);
    if (!inner) return std::nullopt;
    if (open == 0 && close + 1 == text.size()) return inner;
    return filled(key, Value(text.substr(0, open) + words_of(*inner) + text.substr(close + 1)), depth + 1);
  }

 private:
  std::optional<Value> stands_for(const std::string& key, std::string_view inside, int depth) const {
    const std::size_t colon = inside.find(':');
    if (colon == std::string_view::npos) return key_value(key, trimmed(inside), depth);
    const std::string_view name = trimmed(inside.substr(0, colon));
    const std::vector<std::string_view> arguments = arguments_in(inside.substr(colon + 1));
    if (name == "oc.env" || name == "env")
      return arguments.size() == 2 ? literal(key, arguments[1], depth) : std::nullopt;
    if (name == "oc.decode" && arguments.size() == 1) return literal(key, arguments[0], depth);
    if (name == "if" && arguments.size() == 3) {
      const std::optional<Value> holds = literal(key, arguments[0], depth);
      if (!holds || holds->toggle() == nullptr) return std::nullopt;
      return literal(key, arguments[*holds->toggle() ? 1 : 2], depth);
    }
    if (arguments.size() == 2) {
      const std::optional<Value> a = literal(key, arguments[0], depth), b = literal(key, arguments[1], depth);
      if (!a || !b) return std::nullopt;
      if (const std::optional<bool> holds = compared(name, *a, *b)) return Value(*holds);
      if (!a->whole() || !b->whole()) return std::nullopt;
      const std::optional<std::int64_t> result = computed(name, *a->whole(), *b->whole());
      return result ? std::optional<Value>(*result) : std::nullopt;
    }
    const bool variable =
        std::none_of(name.begin(), name.end(), [](char c) { return c == '.' || (c >= 'a' && c <= 'z'); });
    return variable && arguments.size() == 1 ? literal(key, arguments[0], depth) : std::nullopt;
  }

  std::optional<Value> literal(const std::string& key, std::string_view text, int depth) const {
    if (text == "??" || text == "???" || text.empty()) return std::nullopt;  // for the user to fill in
    if (text == "null" || text == "None" || text == "~") return Value();
    if (text == "True" || text == "False") return Value(text == "True");
    const Value value = value_from_json_text(std::string(text));
    return filled(key, value.none() ? Value(std::string(text)) : value, depth);
  }

  /// ".size" is beside the key that asks, "..size" one table above it.
  std::optional<Value> key_value(const std::string& key, std::string_view name, int depth) const {
    std::string path(name);
    if (name.starts_with('.')) {
      std::string table = key;
      while (path.starts_with('.')) {
        path.erase(0, 1);
        const std::size_t dot = table.rfind('.');
        table.erase(dot == std::string::npos ? 0 : dot);
      }
      path = table.empty() ? path : table + "." + path;
    }
    const auto found = values_.find(path);
    return found == values_.end() ? std::nullopt : filled(path, found->second, depth);
  }

  std::map<std::string, Value, std::less<>> values_;
};

}  // namespace

namespace {

/// The variable that stands between ${ and }; empty where it is another key, or a computation.
std::string variable_in(std::string_view inside) {
  const bool asks = inside.starts_with("oc.env:") || inside.starts_with("env:");
  if (asks) inside.remove_prefix(inside.find(':') + 1);
  const std::string_view name = trimmed(inside.substr(0, inside.find_first_of(asks ? ",}" : ":")));
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || is_digit(c) || (c >= 'A' && c <= 'Z');
  });
  return plain && (asks || inside.find(':') != std::string_view::npos) ? std::string(name) : std::string();
}

}  // namespace

FilledText with_environment(std::string_view text, const std::map<std::string, std::string>& environment) {
  FilledText filled;
  std::size_t begin = 0;
  for (std::size_t open = text.find("${"); open != std::string_view::npos; open = text.find("${", begin)) {
    const std::size_t close = closing(text, open + 1);
    const std::string name =
        close == std::string_view::npos ? std::string() : variable_in(text.substr(open + 2, close - open - 2));
    const auto given = environment.find(name);
    std::vector<std::string>& names = given == environment.end() ? filled.asked : filled.used;
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    const bool replaces = given != environment.end();
    filled.text += text.substr(begin, open - begin);
    filled.text += replaces ? given->second : "${";
    begin = replaces ? close + 1 : open + 2;
  }
  filled.text += text.substr(begin);
  return filled;
}

std::vector<std::string> defaults_in(const FilledText& filled, const std::vector<GivenFlag>& flags,
                                     const LaunchFramework& framework) {
  std::vector<std::string> names = filled.asked;
  std::erase_if(names, [&](const std::string& name) {
    return std::none_of(flags.begin(), flags.end(), [&](const GivenFlag& given) {
      const FlagSpec* spec = framework.flag(given.flag);
      const std::string* said = given.said.text();
      return spec != nullptr && said != nullptr && carries_plan(*spec) && said->find(name) != std::string::npos;
    });
  });
  return names;
}

void fill_in(std::vector<GivenFlag>& flags) {
  const Filler filler(flags);
  for (GivenFlag& flag : flags) {
    if (flag.value.text() == nullptr || flag.value.text()->find("${") == std::string::npos) continue;
    const std::optional<Value> value = filler.filled(flag.flag, flag.value);
    if (!value) continue;
    flag.said = flag.value;
    flag.value = *value;
  }
}

}  // namespace shardscope
