// A rank's order of passes as text, in the notation of the papers' figures.
#pragma once

#include <string>

#include "core/pipeline/schedule.h"

namespace shardscope {

/// "F0.0 F0.1 B0.0 W0.0": F forward, B input gradient, W weight gradient, D both at once, then stage and micro-batch.
/// "X1.3+2.1" is forward 1.3 beside whole backward 2.1. A "'" before the micro-batch marks the second direction of a
/// mirrored schedule, whose micro-batches count from 0 again.
[[nodiscard]] std::string order_text(const Schedule& schedule, std::int32_t rank);

}  // namespace shardscope
