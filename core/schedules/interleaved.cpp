// Interleaved 1F1B: each rank holds v chunks of layers, and 1F1B runs over chunks instead of micro-batches.
// Narayanan et al. 2021, "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM",
// section 2.2.2 and figure 4. The order is Megatron-LM's, pass for pass: groups of p micro-batches go through chunk
// after chunk; rank r warms up with 2(p-r-1) + (v-1)p forwards.
// Bubble with equal stages and no transfer time: (p-1)/(v·m+p-1) of the makespan.
// Rank r holds at most 2(p-r-1) + (v-1)p + 1 chunk inputs, or all v·m. Valid where m is a multiple of p.
#include <algorithm>

#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

// Walks (chunk, micro-batch) in the order in which one rank takes them: a group of `ranks` micro-batches through one
// chunk, the same group through the next chunk, and after the last chunk the next group.
class ChunkWalk {
 public:
  ChunkWalk(PassKind kind, std::int32_t ranks, std::int32_t virtual_stages)
      : kind_(kind), ranks_(ranks), virtual_stages_(virtual_stages) {}

  Pass next() {
    const std::int32_t chunk = kind_ == PassKind::forward ? chunk_ : virtual_stages_ - 1 - chunk_;
    const Pass pass{kind_, static_cast<std::uint16_t>(chunk), group_begin_ + member_};
    if (++member_ == ranks_) {
      member_ = 0;
      if (++chunk_ == virtual_stages_) {
        chunk_ = 0;
        group_begin_ += ranks_;
      }
    }
    return pass;
  }

 private:
  PassKind kind_;
  std::int32_t ranks_, virtual_stages_;
  std::int32_t group_begin_ = 0, chunk_ = 0, member_ = 0;
};

std::vector<Pass> interleaved_order(const ScheduleRequest& request, std::int32_t rank) {
  const std::int32_t ranks = request.ranks, virtual_stages = request.virtual_stages;
  const std::int64_t total = std::int64_t{virtual_stages} * request.micro_batches;
  const std::int64_t warm_up =
      std::min<std::int64_t>(2 * std::int64_t{ranks - rank - 1} + (std::int64_t{virtual_stages} - 1) * ranks, total);
  ChunkWalk forward(PassKind::forward, ranks, virtual_stages);
  ChunkWalk backward(PassKind::backward, ranks, virtual_stages);
  std::vector<Pass> order;
  order.reserve(2 * static_cast<std::size_t>(total));
  for (std::int64_t i = 0; i < warm_up; ++i) order.push_back(forward.next());
  for (std::int64_t i = warm_up; i < total; ++i) {
    order.push_back(forward.next());
    order.push_back(backward.next());
  }
  for (std::int64_t i = total - warm_up; i < total; ++i) order.push_back(backward.next());
  return order;
}

}  // namespace

const ScheduleWays schedules::interleaved = {
    .choice = {"interleaved", "Interleaved 1F1B",
               "1F1B over several chunks per rank: a smaller bubble, more transfers and memory."},
    .short_title = "Interleaved",
    .bubble_words = "(p−1)/(v·m+p−1) of the makespan",
    .memory_words = "2(p−r−1) + (v−1)p + 1 chunks on rank r, at most v·m",
    .valid_words = "m a multiple of p; two or more chunks per rank",
    .paper = "Narayanan et al. 2021, Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM",
    .tried_unasked = true,
    .counts = {.chunks_min = 2, .chunks_max = ScheduleCounts::no_limit, .rounds_of_ranks = true},
    .orders = rank_by_rank<interleaved_order>,
    .bubble = fill_and_drain,
    .held = [](ScheduleSize of, double r) { return std::min(2 * (of.p - r - 1) + (of.v - 1) * of.p + 1, of.v * of.m); },
};

}  // namespace shardscope
