// ZB-H1: 1F1B with the backward split; rank r runs its weight passes r micro-batches late, which fills the cool-down.
// Qi et al. 2024, "Zero Bubble Pipeline Parallelism", section 2.1 and figure 3.
// Makespan with equal stages and no transfer time, where m >= p: m(F + B + W) + (p-1)(F + B - W); table 1 gives the
// second term as the bubble. Every rank holds at most min(p, m) micro-batches: 1F1B's peak, now on each rank.
// Valid for any number of ranks and micro-batches; one chunk a rank.
#include <algorithm>

#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

std::vector<Pass> zb_h1_order(const ScheduleRequest& request, std::int32_t rank) {
  const std::int32_t micro_batches = request.micro_batches, late = rank;
  const std::int32_t warm_up = std::min(request.ranks - rank - 1, micro_batches);
  std::vector<Pass> order;
  order.reserve(3 * static_cast<std::size_t>(micro_batches));
  for (std::int32_t i = 0; i < warm_up; ++i) order.push_back({PassKind::forward, 0, i});
  for (std::int32_t i = 0; i < micro_batches; ++i) {
    if (warm_up + i < micro_batches) order.push_back({PassKind::forward, 0, warm_up + i});
    order.push_back({PassKind::backward_input, 0, i});
    if (i >= late) order.push_back({PassKind::backward_weight, 0, i - late});
  }
  for (std::int32_t i = std::max(0, micro_batches - late); i < micro_batches; ++i)
    order.push_back({PassKind::backward_weight, 0, i});
  return order;
}

}  // namespace

const ScheduleWays schedules::zb_h1 = {
    .choice = {"zb-h1", "ZB-H1",
               "Backward split in two: weight gradients fill the bubble with as many micro-batches held as in 1F1B. "
               "What a weight gradient needs stays longer, so with recomputation it takes more bytes."},
    .bubble_words = "(p−1)(F+B−W), where m ≥ p",
    .memory_words = "min(p, m) micro-batches on every rank",
    .valid_words = any_counts,
    .paper = zero_bubble,
    .splits_backward = true,
    .orders = rank_by_rank<zb_h1_order>,
    .bubble = [](ScheduleSize of) { return (of.p - 1) / (3 * of.m + of.p - 1); },
    .held = [](ScheduleSize of, double) { return std::min(of.p, of.m); },
};

}  // namespace shardscope
