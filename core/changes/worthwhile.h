// Which single changes of a plan are worth most, whether it fits or not: by memory and time together.
#pragma once

#include <vector>

#include "core/changes/memory_savings.h"

namespace shardscope {

/// Of what saves memory (memory_savings.h) and what relieves the network (network_changes.h; no hardware), each
/// evaluated whole: those that fit and leave less of memory times time than the plan has, the most worth first, at most
/// `count`. `saved` is negative where a change takes more memory for less time. Some 50 evaluations.
[[nodiscard]] std::vector<MemorySaving> worthwhile_changes(const Scenario& present, const Report& report,
                                                           std::size_t count, const Holds& holds = {});

}  // namespace shardscope
