// Values that the plan's fields may take, so that a test can ask something of every field.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "core/fields/fields.h"

namespace shardscope::tests {

/// A value of a choice, alone where the field takes several.
inline FieldValue value_of_choice(const Field& field, std::size_t i) {
  const auto choice = static_cast<std::int64_t>(i);
  return field.kind == FieldKind::names ? FieldValue(std::vector{choice}) : FieldValue(choice);
}

/// Values other than the present one that a field may take in one plan or another, of a scenario with its defaults.
inline std::vector<FieldValue> values_of(const Field& field, const Scenario& filled) {
  std::vector<FieldValue> values;
  const FieldValue now = field.get(filled);
  if (field.path == "plan.rank_order") values.emplace_back(std::string("pp-dp-ep-cp-tp"));
  if (field.path == "plan.pipeline_layout") values.emplace_back(std::string("Et*20|t*12L"));
  if (field.path == "plan.stage_layers") values.emplace_back(std::vector<std::int64_t>{20, 12});
  if (field.kind == FieldKind::toggle) values = {true, false};
  for (std::size_t i = 0; i < field.choices.size(); ++i) values.push_back(value_of_choice(field, i));
  const auto* count = std::get_if<std::int64_t>(&now);
  if (field.kind == FieldKind::count && count != nullptr) values = {*count * 2, *count / 2, *count + 1};
  if (field.kind == FieldKind::count)
    for (const std::int64_t value : {0, 1, 2, 4}) values.emplace_back(value);
  const auto* number = std::get_if<double>(&now);
  if (field.kind == FieldKind::real && number != nullptr) values = {*number * 2, *number / 2};
  if (field.kind == FieldKind::real)
    for (const double value : {0.5, 1.25, 4.0, 1e9}) values.emplace_back(value);
  std::erase_if(values, [&](const FieldValue& value) { return value == now || !refusal(field, value).empty(); });
  return values;
}

/// Calls `visit` with the scenario for each field of the plan and each part of one, set to each of those values.
inline void for_each_plan_value(const Scenario& said, const Scenario& filled,
                                const std::function<void(const Field& field, const Scenario& changed)>& visit) {
  const auto change = [&](const Field& field) {
    for (const FieldValue& value : values_of(field, filled)) {
      Scenario changed = said;
      field.set(changed, value);
      visit(field, changed);
    }
  };
  for (const Field& field : plan_fields()) {
    change(field);
    for (const Field& part : field.parts) change(part);
  }
}

}  // namespace shardscope::tests
