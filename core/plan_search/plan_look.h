// What one plan of a search comes to.
#pragma once

#include <optional>
#include <string>

#include "core/plan_search/plan_search.h"

namespace shardscope {

/// A plan that was evaluated whole.
struct PlanLook {
  PlanChoice choice{};
  bool valid = false, fits = false;
  std::string refused = {};  // the first rule that it breaks, of memory's, or of the framework that has to run it
  Bytes peak_memory;         // of a valid one
  std::optional<FoundPlan> found = {};  // where it is valid and has a time, whether it fits or not

  [[nodiscard]] bool counts() const { return found && refused.empty(); }
};

[[nodiscard]] PlanLook look_at(const SearchRequest& request, const PlanChoice& choice);

/// What a plan's fullest GPU may hold: what it has, or less where a need says so.
[[nodiscard]] Bytes memory_limit(const SearchRequest& request);

}  // namespace shardscope
