#include "core/scenario_json/settings_between.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "core/fields/fields.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

/// A word stands without the quotes that a shell would take off.
std::string text_of_value(const nlohmann::ordered_json& value) {
  if (!value.is_string()) return value.dump();
  const std::string text = value.get<std::string>();
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || (c >= '0' && c <= '9');
  };
  const bool word = !text.empty() && std::all_of(text.begin(), text.end(), plain) &&
                    nlohmann::json::parse(text, nullptr, false).is_discarded();
  return word ? text : value.dump();
}

}  // namespace

std::vector<Setting> settings_between(const Scenario& from, const Scenario& to) {
  std::vector<Setting> settings;
  for (const std::span<const Field> table : {plan_fields(), cluster_fields(), gpu_fields(), run_fields()})
    for (const Field& field : table)
      if (differs(field, from, to))
        settings.emplace_back(std::string(field.path), text_of_value(field_json(field, to)));
  return settings;
}

std::string setting_text(const Scenario& scenario, std::string_view path) {
  const Field* field = find_field(path);
  return field != nullptr ? text_of_value(field_json(*field, scenario)) : "null";
}

}  // namespace shardscope
