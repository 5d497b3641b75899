// What a search found, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "core/plan_search/evidence.h"
#include "core/plan_search/plan_search.h"

namespace shardscope {

/// {"space": counts, "best": [plan…], "distinct": the best of each plan over schedules and chunks, "front": [plan…],
/// "refused": plans by the rule that they break}. A plan has its settings and figures, and what was measured near it.
[[nodiscard]] nlohmann::ordered_json plan_search_json(const PlanSearch& search, double seconds,
                                                      std::span<const EvidenceRun> evidence = {});

/// A plan of a request's alone.
[[nodiscard]] nlohmann::ordered_json found_plan_json(const SearchRequest& request, const FoundPlan& found,
                                                     std::span<const EvidenceRun> evidence = {});

}  // namespace shardscope
