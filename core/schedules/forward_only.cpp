// Forward only: every micro-batch goes through the stages once, as in inference over prompts or in evaluation.
// Huang et al. 2019, "GPipe", figure 2c, its first half. With equal stages and no transfer time the makespan is
// (m + p - 1) forwards, the bubble (p-1)/(m+p-1) of it. A rank holds one micro-batch, while it works on it.
// Valid for any number of ranks and micro-batches; one chunk per rank.
#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

std::vector<Pass> forward_only_order(const ScheduleRequest& request, std::int32_t) {
  const std::int32_t micro_batches = request.micro_batches;
  std::vector<Pass> order;
  order.reserve(static_cast<std::size_t>(micro_batches));
  for (std::int32_t i = 0; i < micro_batches; ++i) order.push_back({PassKind::lone_forward, 0, i});
  return order;
}

}  // namespace

const ScheduleWays schedules::forward_only = {
    .choice = {"forward-only", "Forward only",
               "Inference: each micro-batch goes forward once; nothing is kept, nothing learnt."},
    .bubble_words = "(p−1)/(m+p−1) of the makespan",
    .memory_words = "one micro-batch, while a rank works on it",
    .valid_words = any_counts,
    .paper = "Huang et al. 2019, GPipe, figure 2c, its first half",
    .runs_backward = false,
    .orders = rank_by_rank<forward_only_order>,
    .bubble = fill_and_drain,
    .held = [](ScheduleSize, double) { return 1.0; },
};

}  // namespace shardscope
