// V-Half: zero-bubble passes over two chunks a rank laid out as a V, with half of 1F1B's activations.
// Qi et al. 2024, "Pipeline Parallelism with Controllable Memory", section 4.2 and figure 4; how the pattern becomes an
// order: v_pattern.h. A rank holds p/2 + 1 micro-batches' worth of its stages (p halved downwards), where 1F1B holds p.
// With passes of equal length, ranks idle for 3p-7 of them where p is even, 3p-4 where it is odd, from p = 3; under
// 1F1B for 6(p-1). Valid for any ranks and micro-batches; 2 chunks a rank.
#pragma once

#include "core/schedules/v_pattern.h"

namespace shardscope {

[[nodiscard]] std::vector<VPattern> v_half_pattern(std::int32_t ranks);

}  // namespace shardscope
