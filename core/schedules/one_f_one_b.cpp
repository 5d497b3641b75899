// 1F1B: after a warm-up of forwards, one forward and one backward in turn, then the remaining backwards.
// Narayanan et al. 2021, "Memory-Efficient Pipeline-Parallel DNN Training" (PipeDream-flush), section 3.2 and figure 5.
// Bubble with equal stages and no transfer time: (p-1)/(m+p-1) of the makespan, as GPipe's.
// Rank r holds at most min(p - r, m) micro-batches. Valid for any number of ranks and micro-batches; one chunk per
// rank.
#include <algorithm>

#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

std::vector<Pass> one_f_one_b_order(const ScheduleRequest& request, std::int32_t rank) {
  const std::int32_t micro_batches = request.micro_batches, warm_up = std::min(request.ranks - rank - 1, micro_batches);
  std::vector<Pass> order(2 * static_cast<std::size_t>(micro_batches));
  Pass* next = order.data();
  for (std::int32_t i = 0; i < warm_up; ++i) *next++ = {PassKind::forward, 0, i};
  for (std::int32_t i = warm_up; i < micro_batches; ++i) {
    *next++ = {PassKind::forward, 0, i};
    *next++ = {PassKind::backward, 0, i - warm_up};
  }
  for (std::int32_t i = micro_batches - warm_up; i < micro_batches; ++i) *next++ = {PassKind::backward, 0, i};
  return order;
}

}  // namespace

const ScheduleWays schedules::one_f_one_b = {
    .choice = {"1f1b", "1F1B", "One forward, one backward in turn; GPipe's bubble with at most pp micro-batches held."},
    .bubble_words = "(p−1)/(m+p−1) of the makespan",
    .memory_words = "min(p−r, m) micro-batches on rank r",
    .valid_words = any_counts,
    .paper = "Narayanan et al. 2021, Memory-Efficient Pipeline-Parallel DNN Training (PipeDream-flush)",
    .tried_unasked = true,
    .one_by_one = true,
    .orders = rank_by_rank<one_f_one_b_order>,
    .bubble = fill_and_drain,
    .held = [](ScheduleSize of, double r) { return std::min(of.p - r, of.m); },
};

}  // namespace shardscope
