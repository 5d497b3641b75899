// GPipe: all forwards, then all backwards.
// Huang et al. 2019, "GPipe", section 2.3 and figure 2c: backward takes the micro-batches in the reverse order.
// Bubble with equal stages and no transfer time: (p-1)/(m+p-1) of the makespan. Every rank holds all m micro-batches.
// Valid for any number of ranks and micro-batches; one chunk per rank.
#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

std::vector<Pass> gpipe_order(const ScheduleRequest& request, std::int32_t) {
  const std::int32_t micro_batches = request.micro_batches;
  std::vector<Pass> order;
  order.reserve(2 * static_cast<std::size_t>(micro_batches));
  for (std::int32_t i = 0; i < micro_batches; ++i) order.push_back({PassKind::forward, 0, i});
  for (std::int32_t i = micro_batches; i-- > 0;) order.push_back({PassKind::backward, 0, i});
  return order;
}

}  // namespace

const ScheduleWays schedules::gpipe = {
    .choice = {"gpipe", "GPipe", "All forwards, then all backwards; every rank holds all micro-batches."},
    .bubble_words = "(p−1)/(m+p−1) of the makespan",
    .memory_words = "all m micro-batches on every rank",
    .valid_words = any_counts,
    .paper = "Huang et al. 2019, GPipe",
    .orders = rank_by_rank<gpipe_order>,
    .bubble = fill_and_drain,
    .held = [](ScheduleSize of, double) { return of.m; },
};

}  // namespace shardscope
