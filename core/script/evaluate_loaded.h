// The report of a scenario as it was read, from a launch's text or from JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "core/report/report.h"
#include "core/report_json/report_fields.h"
#include "core/scenario_json/parse.h"

namespace shardscope {

/// evaluate(), with what reading the scenario noticed among the problems.
[[nodiscard]] Report evaluate_loaded(const ParsedScenario& loaded);

/// report_fields() of a plan that has a step, where figures alone are asked for: the same to the last digit, in a part
/// of the time. Nothing where it takes a whole report to say.
[[nodiscard]] std::optional<nlohmann::ordered_json> figures_of_loaded(const Scenario& scenario,
                                                                      std::span<const FieldPath> fields);

}  // namespace shardscope
