// What one plan of a search comes to.
#pragma once

#include "core/plan_search/plan_search.h"

namespace shardscope {

[[nodiscard]] PlanLook look_at(const SearchRequest& request, const PlanChoice& choice);

/// What a plan's fullest GPU may hold: what it has, or less where a need says so.
[[nodiscard]] Bytes memory_limit(const SearchRequest& request);

}  // namespace shardscope
