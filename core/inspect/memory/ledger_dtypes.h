// What each parameter of a part of the state is kept in.
#pragma once

#include "core/memory/state.h"

namespace shardscope {

/// Of a matrix with `local` parameters on this GPU, before sharding; 0 bytes where the part has nothing of it (a
/// recipe's copy of what it doesn't quantise).
[[nodiscard]] KeptValue state_of(const MemoryPart& part, const ParameterGroup& group, double local,
                                 const Scenario& scenario, const LetterSizes& sizes);

}  // namespace shardscope
