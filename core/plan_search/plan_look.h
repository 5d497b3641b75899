// What one plan of a search comes to.
#pragma once

#include <stop_token>

#include "core/plan_search/plan_search.h"

namespace shardscope {

/// Once a stop is asked for it returns soon, and says nothing of the plan.
[[nodiscard]] PlanLook look_at(const SearchRequest& request, const PlanChoice& choice,
                               const std::stop_token& stop = {});

/// What a plan's fullest GPU may hold: what it has, or less where a need says so.
[[nodiscard]] Bytes memory_limit(const SearchRequest& request);

}  // namespace shardscope
