// V-Min: zero-bubble passes over two chunks a rank laid out as a V, with the least activations, a third of 1F1B's.
// Qi et al. 2024, "Pipeline Parallelism with Controllable Memory", section 4.2 and figure 4; how the pattern becomes an
// order: v_pattern.h. A rank holds (p+2)/3 micro-batches' worth of its stages, rounded up, where 1F1B holds p.
// Passes of unequal length cost it most: every slot waits for the longest. Valid for any ranks and micro-batches; 2
// chunks a rank.
#pragma once

#include "core/schedules/v_pattern.h"

namespace shardscope {

[[nodiscard]] std::vector<VPattern> v_min_pattern(std::int32_t ranks);

}  // namespace shardscope
