// ZB-H1 and ZB-H2: 1F1B with the backward split and the weight passes run late, which fills the cool-down.
// Qi et al. 2024, "Zero Bubble Pipeline Parallelism", sections 2.1 and 2.2 and figure 3. Valid for any number of ranks
// and micro-batches; one chunk per rank.
#include <algorithm>

#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

/// A forward for each backward after the warm-up; weight passes `late` micro-batches behind their input passes.
std::vector<Pass> late_weights_order(std::int32_t micro_batches, std::int32_t warm_up, std::int32_t late) {
  warm_up = std::min(warm_up, micro_batches);
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

std::vector<Pass> zb_h1_order(const ScheduleRequest& request, std::int32_t rank) {
  return late_weights_order(request.micro_batches, request.ranks - rank, rank);
}

std::vector<Pass> zb_h2_order(const ScheduleRequest& request, std::int32_t rank) {
  return late_weights_order(request.micro_batches, 2 * (request.ranks - rank) - 1, 2 * rank);
}

}  // namespace

/// Makespan with equal stages and no transfer time, where m >= p: m(F + B + W) + (p-1)(F + B - W); table 1 gives the
/// second term as the bubble. Every rank holds 1F1B's peak.
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

/// No bubble between a rank's first and last pass, for twice 1F1B's memory. Makespan with equal stages and no transfer
/// time, where m >= 2p-1: m(F + B + W) + (p-1)·max(F, F + B - 2W). Each rank's own span is
/// m(F + B + W) + (p-1)·max(0, F + B - 2W) at most, the bubble of table 1; the ranks start F apart.
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
