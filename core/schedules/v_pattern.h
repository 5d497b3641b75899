// V schedules made from a repeated pattern: V-Half and V-Min.
// Qi et al. 2024, "Pipeline Parallelism with Controllable Memory", sections 3 and 4 and appendix: the passes of one
// micro-batch on each rank lie in slots that repeat every six without meeting; then passes of the warm-up and cool-down
// move to earlier free slots wherever the peak over all ranks stays ("squeeze" and reordering, twice: with the weight
// passes in their slots, then with the weight passes filling whatever is free). Pass for pass the order of the authors'
// scheduler. It depends on the counts alone.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/schedules/schedule_ways.h"

namespace shardscope {

/// On one rank, the slots of the first micro-batch: forward of the rank's first and second chunk, backward of its
/// second and first. All four differ modulo 6.
using VPattern = std::array<std::int32_t, 4>;

/// The passes of every rank, in the order in which it runs them. One pattern per rank.
[[nodiscard]] Orders v_pattern_orders(const std::vector<VPattern>& patterns, std::int32_t micro_batches);

/// For a schedule that is its pattern.
template <std::vector<VPattern> (*pattern_of)(std::int32_t ranks)>
Orders orders_of_pattern(const ScheduleRequest& request) {
  return v_pattern_orders(pattern_of(request.ranks), request.micro_batches);
}

/// V-Half's and V-Min's, one per rank.
[[nodiscard]] std::vector<VPattern> v_half_pattern(std::int32_t ranks);
[[nodiscard]] std::vector<VPattern> v_min_pattern(std::int32_t ranks);

}  // namespace shardscope
