#include "core/plan_search/space/varied.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>

namespace shardscope {

namespace {

std::vector<Problem> wrong(std::string_view path, std::string message) {
  return {{Severity::error, shown(path), std::move(message), "varied-values"}};
}

std::string too_many(std::string_view list) {
  return "\"" + shown(list) + "\" is more than " + std::to_string(limits::varied_values_max) + " values";
}

std::vector<std::string> split_values(std::string_view text) {
  std::vector<std::string> values(1);
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    if (!quoted) depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    if (c == ',' && depth == 0 && !quoted)
      values.emplace_back();
    else
      values.back() += c;
  }
  return values;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool all = error == std::errc{} && end == text.data() + text.size();
  return all ? std::optional(value) : std::nullopt;
}

}  // namespace

Outcome<Varied> read_varied(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
    return wrong(text, "isn't KEY=LIST, as plan.tp=1,2,4 or plan.tp=1..8");
  Varied varied{std::string(text.substr(0, equals)), {}, false};
  const std::string_view list = text.substr(equals + 1);
  if (const std::size_t dots = list.find(".."); dots != std::string_view::npos) {
    const auto first = whole_number(list.substr(0, dots)), last = whole_number(list.substr(dots + 2));
    if (!first || !last || *first < 0 || *last < *first)
      return wrong(varied.key, "\"" + shown(list) + "\" isn't A..B, two whole numbers with A no larger than B");
    if (static_cast<std::size_t>(*last - *first) >= limits::varied_values_max) return wrong(varied.key, too_many(list));
    varied.range = true;
    for (std::int64_t value = *first; value <= *last; ++value) varied.values.push_back(std::to_string(value));
    return varied;
  }
  varied.values = split_values(list);
  if (varied.values.size() > limits::varied_values_max) return wrong(varied.key, too_many(list));
  std::set<std::string_view> before;
  for (const std::string& value : varied.values) {
    if (value.empty()) return wrong(varied.key, "\"" + shown(list) + "\" has an empty value");
    if (!before.insert(value).second) return wrong(varied.key, "the value " + shown(value) + " is given twice");
  }
  return varied;
}

Outcome<std::vector<std::vector<Setting>>> all_settings(const std::vector<Varied>& varied) {
  std::vector<std::vector<Setting>> all(1);
  for (auto next = varied.begin(); next != varied.end(); ++next) {
    const auto same = [&](const Varied& before) { return before.key == next->key; };
    if (std::any_of(varied.begin(), next, same)) return wrong(next->key, "is varied twice");
    if (next->values.size() * all.size() > limits::varied_values_max)
      return wrong(next->key, "these are more than " + std::to_string(limits::varied_values_max) + " scenarios");
    std::vector<std::vector<Setting>> longer;
    longer.reserve(all.size() * next->values.size());
    for (const std::vector<Setting>& settings : all)
      for (const std::string& value : next->values) {
        longer.push_back(settings);
        longer.back().emplace_back(next->key, value);
      }
    all = std::move(longer);
  }
  return all;
}

}  // namespace shardscope
