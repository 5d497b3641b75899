// What one plan of a search comes to.
#pragma once

#include <stop_token>

#include "core/plan_search/plan_search.h"

namespace shardscope {

/// Once a stop is asked for it returns soon, and says nothing of the plan.
[[nodiscard]] PlanLook look_at(const SearchRequest& request, const PlanChoice& choice,
                               const std::stop_token& stop = {});

/// The scenario's own plan, which a search need not come to: it may have a layout or settings that aren't searched
/// over.
struct OwnPlan {
  bool searched = false;                // the space has it
  bool fits = false;                    // valid, within memory, it keeps the needs, and the framework runs it
  std::optional<FoundPlan> found = {};  // where it has a time; without a choice unless it is searched

  /// Whether it is better than all that a search found, which is possible where it isn't searched.
  [[nodiscard]] bool beats(const PlanSearch& search) const;
};
[[nodiscard]] OwnPlan own_plan(const SearchRequest& request);

/// What a plan's fullest GPU may hold: what it has, or less where a need says so.
[[nodiscard]] Bytes memory_limit(const SearchRequest& request);

}  // namespace shardscope
