// What a search found, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/plan_search/plan_search.h"

namespace shardscope {

/// {"space", "best", "front", "refused"} of a search that is done; `seconds`: what it took.
[[nodiscard]] nlohmann::ordered_json plan_search_json(const PlanSearch& search, double seconds);

}  // namespace shardscope
