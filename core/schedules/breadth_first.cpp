// Breadth-first (looped): each rank takes all micro-batches through its first chunk, then all through its next.
// Lamy-Poirier 2023, "Breadth-First Pipeline Parallelism", section 4 and figure 4d. A chunk's sharded weights are
// gathered once per step instead of once per micro-batch, and its gradients are exchanged while others still run.
// Makespan with equal stages and no transfer time, where m >= p: (v·m + p-1)(F + B + W), so a bubble of
// (p-1)/(v·m + p-1). Every rank holds all v·m micro-batch-chunks. Valid for any ranks, virtual stages and
// micro-batches.
#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

std::vector<Pass> breadth_first_order(const ScheduleRequest& request, std::int32_t) {
  const std::int32_t virtual_stages = request.virtual_stages, micro_batches = request.micro_batches;
  std::vector<Pass> order;
  order.reserve(2 * static_cast<std::size_t>(virtual_stages) * static_cast<std::size_t>(micro_batches));
  const auto all = [&](PassKind kind, std::int32_t chunk) {
    for (std::int32_t i = 0; i < micro_batches; ++i) order.push_back({kind, static_cast<std::uint16_t>(chunk), i});
  };
  for (std::int32_t chunk = 0; chunk < virtual_stages; ++chunk) all(PassKind::forward, chunk);
  for (std::int32_t chunk = virtual_stages; chunk-- > 0;) all(PassKind::backward, chunk);
  return order;
}

}  // namespace

const ScheduleWays schedules::breadth_first = {
    .choice = {"breadth-first", "Breadth-first",
               "Chunk by chunk over all micro-batches, so that sharded weights are gathered once."},
    .bubble_words = "(p−1)/(v·m+p−1) of the makespan, where m ≥ p",
    .memory_words = "all v·m chunks on every rank",
    .valid_words = "any p, m and v",
    .paper = "Lamy-Poirier 2023, Breadth-First Pipeline Parallelism",
    .counts = {.chunks_max = ScheduleCounts::no_limit},
    .orders = rank_by_rank<breadth_first_order>,
    .bubble = fill_and_drain,
    .held = [](ScheduleSize of, double) { return of.v * of.m; },
};

}  // namespace shardscope
