// What was tried, a line of JSON for each plan: a log that can be kept, and run again.
#pragma once

#include <string>

#include "core/plan_search/plan_search.h"
#include "core/scenario/catalogue.h"

namespace shardscope {

/// {"scenario": …, "valid", "fits", "refused": the rule that it breaks first or null, its figures}, without a newline.
/// Read as a scenario, as `report --jsonl` does, it comes to the same figures.
[[nodiscard]] std::string trial_line(const SearchRequest& request, const PlanLook& look, const Catalogue& presets);

/// The scenario's text in a line that has it beside other keys, as such a line or a report has; else the line itself.
[[nodiscard]] std::string scenario_of_line(const std::string& line);

}  // namespace shardscope
