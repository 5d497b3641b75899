// V-Min: zero-bubble passes over two chunks per rank laid out as a V, with the least activations, a third of 1F1B's.
// Qi et al. 2024, "Pipeline Parallelism with Controllable Memory", section 4.2 and figure 4; how the pattern becomes an
// order: v_pattern.h. A rank holds (p+2)/3 micro-batches' worth of its stages, rounded up, where 1F1B holds p.
// Passes of unequal length cost it most: every slot waits for the longest. Valid for any ranks and micro-batches; 2
// chunks per rank.
#include <algorithm>
#include <cmath>

#include "core/schedules/schedule_ways.h"
#include "core/schedules/v_pattern.h"

namespace shardscope {

std::vector<VPattern> v_min_pattern(std::int32_t ranks) {
  // A micro-batch goes down, back, down and back, one slot per rank; the pause keeps the ways apart.
  const std::int32_t pause = ranks % 3 == 0 ? 2 : 0;
  std::vector<VPattern> patterns;
  for (std::int32_t r = 0; r < ranks; ++r)
    patterns.push_back({r, 2 * ranks - r - 1, 2 * ranks + pause + r, 4 * ranks + pause - r - 1});
  return patterns;
}

const ScheduleWays schedules::v_min = {
    .choice = {"v-min", "V-Min", "A V layout that holds about a third of 1F1B's activations, for a larger bubble."},
    .bubble_words = "above V-Half's; every slot waits for the longest pass",
    .memory_words = "(p+2)/3 micro-batches' worth, rounded up",
    .valid_words = any_counts_v,
    .paper = controllable,
    .placement = StagePlacement::v,
    .splits_backward = true,
    .counts = {.chunks_max = 2, .in_slots = true},
    .orders = orders_of_pattern<v_min_pattern>,
    .held =
        [](ScheduleSize of, double r) {
          const bool spare = r == 0 && std::fmod(of.p, 3) == 2;  // one that rounding up has too many
          return std::min(2 * std::ceil((of.p + 2) / 3) - (spare ? 1 : 0), 2 * of.m);
        },
};

}  // namespace shardscope
