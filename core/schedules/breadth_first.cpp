#include "core/schedules/breadth_first.h"

namespace shardscope {

std::vector<Pass> breadth_first_order(std::int32_t virtual_stages, std::int32_t micro_batches) {
  std::vector<Pass> order;
  order.reserve(2 * static_cast<std::size_t>(virtual_stages) * static_cast<std::size_t>(micro_batches));
  const auto all = [&](PassKind kind, std::int32_t chunk) {
    for (std::int32_t i = 0; i < micro_batches; ++i) order.push_back({kind, static_cast<std::uint16_t>(chunk), i});
  };
  for (std::int32_t chunk = 0; chunk < virtual_stages; ++chunk) all(PassKind::forward, chunk);
  for (std::int32_t chunk = virtual_stages; chunk-- > 0;) all(PassKind::backward, chunk);
  return order;
}

}  // namespace shardscope
