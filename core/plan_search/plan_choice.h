// Where a scenario's own plan lies in the space of a search.
#pragma once

#include <optional>

#include "core/plan_search/plan_space.h"

namespace shardscope {

/// The choice that makes the scenario of the base; nothing where none does: they differ in more than the axes, or the
/// plan has what the space hasn't, such as stages of its own or another mode of recomputation. Names and notes aren't
/// compared.
[[nodiscard]] std::optional<PlanChoice> choice_of(const Scenario& scenario, const Scenario& base,
                                                  const PlanSpace& space);

}  // namespace shardscope
