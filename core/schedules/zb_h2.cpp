// ZB-H2: no bubble between a rank's first and last pass, for twice 1F1B's memory.
// Qi et al. 2024, "Zero Bubble Pipeline Parallelism", section 2.2 and figure 3. Rank r warms up with 2(p-r)-1 forwards
// instead of p-r-1, and runs its weight passes 2r micro-batches late.
// Makespan with equal stages and no transfer time, where m >= 2p-1: m(F + B + W) + (p-1)·max(F, F + B - 2W). Each
// rank's own span is m(F + B + W) + (p-1)·max(0, F + B - 2W) at most, the bubble of table 1; the ranks start F apart.
// Every rank holds at most min(2p-1, m) micro-batches. Valid for any number of ranks and micro-batches; one chunk a
// rank.
#include <algorithm>

#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

std::vector<Pass> zb_h2_order(const ScheduleRequest& request, std::int32_t rank) {
  const std::int32_t micro_batches = request.micro_batches, late = 2 * rank;
  const std::int32_t warm_up = std::min(2 * (request.ranks - rank) - 1, micro_batches);
  std::vector<Pass> order;
  order.reserve(3 * static_cast<std::size_t>(micro_batches));
  for (std::int32_t i = 0; i < warm_up; ++i) order.push_back({PassKind::forward, 0, i});
  for (std::int32_t i = 0; i < micro_batches; ++i) {
    order.push_back({PassKind::backward_input, 0, i});
    if (i >= late) order.push_back({PassKind::backward_weight, 0, i - late});
    if (warm_up + i < micro_batches) order.push_back({PassKind::forward, 0, warm_up + i});
  }
  for (std::int32_t i = std::max(0, micro_batches - late); i < micro_batches; ++i)
    order.push_back({PassKind::backward_weight, 0, i});
  return order;
}

}  // namespace

const ScheduleWays schedules::zb_h2 = {
    .choice = {"zb-h2", "ZB-H2", "Zero bubble in the steady state for about twice 1F1B's activations."},
    .bubble_words = "none within a rank's span where F+B ≤ 2W, else (p−1)(F+B−2W); ranks start F apart; m ≥ 2p−1",
    .memory_words = "min(2p−1, m) micro-batches on every rank",
    .valid_words = any_counts,
    .paper = zero_bubble,
    .splits_backward = true,
    .orders = rank_by_rank<zb_h2_order>,
    .held = [](ScheduleSize of, double) { return std::min(2 * of.p - 1, of.m); },
};

}  // namespace shardscope
