#include "core/frameworks/left_open.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/frameworks/derived/derived_functions.h"

namespace shardscope {

namespace {

/// "oc.env:NNODES", "env:NNODES".
bool is_variable_reference(const std::string& inside) {
  const bool asks = inside.starts_with("oc.env:") || inside.starts_with("env:");
  return asks && inside.find_first_of(",{ ") == std::string::npos;
}

Remedy by_variable(const std::string& name) {
  return {RemedyKind::outside, "--env " + shown(name) + "=VALUE gives it", {}, {name}};
}

}  // namespace

Remedy by_argument(const std::string& key) {
  return {RemedyKind::setting, "-- " + shown(key) + "=VALUE gives it", {}, {}};
}

std::vector<std::string> lacking(const LaunchFramework& framework, const Names& names) {
  std::vector<std::string> all;
  for (const auto& [name, condition] : framework.needs)
    if (value_at(names, name).none() && is_true(computed_or_none(condition, names, derived_functions())))
      all.push_back(name);
  return all;
}

std::optional<LeftOpen> left_open(const FlagSpec& spec, const GivenFlag& given) {
  const std::string* text = given.value.text();
  const bool of_scenario = spec.key.starts_with("plan.") || spec.key.starts_with("model.");
  const bool holds_text = (spec.type == FlagType::text || spec.type == FlagType::list) && !of_scenario;
  if (text == nullptr || holds_text || given.flag.starts_with('-')) return std::nullopt;
  if (*text == "???" || *text == "??") return LeftOpen{"it is left to be given", by_argument(given.flag)};
  const std::size_t open = text->find("${"), close = text->find('}', open);
  if (open == std::string::npos || close == std::string::npos) return std::nullopt;
  const std::string inside = text->substr(open + 2, close - open - 2);
  const std::size_t colon = inside.find(':');
  const std::string name = inside.substr(colon == std::string::npos ? 0 : colon + 1);
  const bool key = std::all_of(inside.begin(), inside.end(), [](char c) { return is_name(c) || c == '.'; });
  return LeftOpen{"it stands for " + shown(*text) + ", which isn't here", key ? by_argument(inside)
                                                                          : is_variable_reference(inside)
                                                                              ? by_variable(name)
                                                                              : by_argument(given.flag)};
}

}  // namespace shardscope
