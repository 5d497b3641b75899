#include "core/schedules/chimera.h"

#include <algorithm>
#include <utility>

namespace shardscope {

std::vector<Pass> chimera_order(std::int32_t rank, std::int32_t ranks, std::int32_t micro_batches) {
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

}  // namespace shardscope
