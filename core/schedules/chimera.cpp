// Chimera: two copies of the model in opposite directions, each filling the other's bubble.
// Li and Hoefler 2021, "Chimera: Efficiently Training Large-Scale Neural Networks with Bidirectional Pipelines",
// section 3 and figure 3: units of p micro-batches, half of them each way, one unit behind the other (direct
// concatenation, section 3.5). With slots of one forward or one whole backward no two passes of a rank meet. Makespan
// where a backward takes as long as a forward and m is a multiple of p: (2m + p-2) slots, a bubble of p-2 slots on each
// rank. A rank holds from p/2 + 1 to p micro-batches at most. Weights twice. The stage before
// gets the input gradient before the weight pass runs, which follows at once. Valid where p and m are even.
#include <algorithm>
#include <utility>

#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

std::vector<Pass> chimera_order(const ScheduleRequest& request, std::int32_t rank) {
  const std::int32_t ranks = request.ranks, micro_batches = request.micro_batches;
  const std::int32_t half = micro_batches / 2, in_unit = ranks / 2;
  std::vector<std::pair<std::int64_t, Pass>> slots;
  slots.reserve(2 * static_cast<std::size_t>(micro_batches));
  for (std::uint16_t direction = 0; direction < 2; ++direction) {
    const std::int32_t stage = direction == 0 ? rank : ranks - 1 - rank;
    for (std::int32_t i = 0; i < half; ++i) {
      // A micro-batch enters every second slot, and each unit 2p slots after the one before.
      const std::int64_t entry = 2 * std::int64_t{ranks} * (i / in_unit) + 2 * (i % in_unit);
      const std::int32_t micro_batch = direction * half + i;
      slots.push_back({entry + stage, {PassKind::forward, direction, micro_batch}});
      slots.push_back({entry + 2 * ranks - 1 - stage, {PassKind::backward_input, direction, micro_batch}});
    }
  }
  std::sort(slots.begin(), slots.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Pass> order;
  order.reserve(3 * static_cast<std::size_t>(micro_batches));
  for (const auto& [slot, pass] : slots) {
    order.push_back(pass);
    if (pass.kind == PassKind::backward_input)
      order.push_back({PassKind::backward_weight, pass.chunk, pass.micro_batch});
  }
  return order;
}

}  // namespace

const ScheduleWays schedules::chimera = {
    .choice = {"chimera", "Chimera", "Two pipelines in opposite directions, each filling the other's bubble."},
    .bubble_words = "p−2 slots, where a backward takes as long as a forward and p divides m",
    .memory_words = "p/2+1 to p micro-batches, and the weights twice",
    .valid_words = "p and m even",
    .paper = "Li and Hoefler 2021, Chimera",
    .placement = StagePlacement::mirrored,
    .splits_backward = true,
    .counts = {.even = true},
    .orders = rank_by_rank<chimera_order>,
};

}  // namespace shardscope
