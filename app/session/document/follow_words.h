// What followed an edit, in words for the person who made it.
#pragma once

#include <string>

#include "core/scenario/scenario.h"

namespace shardscope {

/// "data parallel 208 → 416, global batch 7,280 → 7,072": what differs between the scenario as the person edited it and
/// the one that follow_edit() made of that. `before` is what they edited. Empty where nothing followed.
[[nodiscard]] std::string follow_words(const Scenario& before, const Scenario& edited, const Scenario& followed);

}  // namespace shardscope
