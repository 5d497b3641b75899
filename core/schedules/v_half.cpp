// V-Half: zero-bubble passes over two chunks per rank laid out as a V, with half of 1F1B's activations.
// Qi et al. 2024, "Pipeline Parallelism with Controllable Memory", section 4.2 and figure 4; how the pattern becomes an
// order: v_pattern.h. A rank holds p/2 + 1 micro-batches' worth of its stages (p halved downwards), where 1F1B holds p.
// With passes of equal length, ranks idle for 3p-7 of them where p is even, 3p-4 where it is odd, from p = 3; under
// 1F1B for 6(p-1). Valid for any ranks and micro-batches; 2 chunks per rank.
#include <algorithm>
#include <cmath>

#include "core/schedules/schedule_ways.h"
#include "core/schedules/v_pattern.h"

namespace shardscope {

std::vector<VPattern> v_half_pattern(std::int32_t ranks) {
  // Forwards go down two slots per rank and come back one by one, backwards likewise; the pause keeps them apart.
  const std::int32_t pause = ranks % 2 == 0 ? 3 : 0;
  std::vector<VPattern> patterns;
  for (std::int32_t r = 0; r < ranks; ++r)
    patterns.push_back({2 * r, 3 * ranks - r - 2, 3 * ranks + pause + 2 * r - 1, 6 * ranks + pause - r - 2});
  return patterns;
}

const ScheduleWays schedules::v_half = {
    .choice = {"v-half", "V-Half", "A V layout that holds half of 1F1B's activations."},
    .bubble_words = "3p−7 passes where p is even, 3p−4 where it is odd, from p = 3, with equal passes",
    .memory_words = "p/2 + 1 micro-batches' worth, p halved downwards",
    .valid_words = any_counts_v,
    .paper = controllable,
    .placement = StagePlacement::v,
    .splits_backward = true,
    .counts = {.chunks_max = 2, .in_slots = true},
    .orders = orders_of_pattern<v_half_pattern>,
    .held = [](ScheduleSize of, double) { return std::min(2 * (std::floor(of.p / 2) + 1), 2 * of.m); },
};

}  // namespace shardscope
