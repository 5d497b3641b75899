#include "core/schedules/forward_only.h"

namespace shardscope {

std::vector<Pass> forward_only_order(std::int32_t micro_batches) {
  std::vector<Pass> order;
  order.reserve(static_cast<std::size_t>(micro_batches));
  for (std::int32_t i = 0; i < micro_batches; ++i) order.push_back({PassKind::lone_forward, 0, i});
  return order;
}

}  // namespace shardscope
