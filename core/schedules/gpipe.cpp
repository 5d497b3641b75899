#include "core/schedules/gpipe.h"

namespace shardscope {

std::vector<Pass> gpipe_order(std::int32_t micro_batches) {
  std::vector<Pass> order;
  order.reserve(2 * static_cast<std::size_t>(micro_batches));
  for (std::int32_t i = 0; i < micro_batches; ++i) order.push_back({PassKind::forward, 0, i});
  for (std::int32_t i = micro_batches; i-- > 0;) order.push_back({PassKind::backward, 0, i});
  return order;
}

}  // namespace shardscope
