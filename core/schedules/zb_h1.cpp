#include "core/schedules/zb_h1.h"

#include <algorithm>

namespace shardscope {

std::vector<Pass> zb_h1_order(std::int32_t rank, std::int32_t ranks, std::int32_t micro_batches) {
  const std::int32_t warm_up = std::min(ranks - rank - 1, micro_batches), late = rank;
  std::vector<Pass> order;
  order.reserve(3 * static_cast<std::size_t>(micro_batches));
  for (std::int32_t i = 0; i < warm_up; ++i) order.push_back({PassKind::forward, 0, i});
  for (std::int32_t i = 0; i < micro_batches; ++i) {
    if (warm_up + i < micro_batches) order.push_back({PassKind::forward, 0, warm_up + i});
    order.push_back({PassKind::backward_input, 0, i});
    if (i >= late) order.push_back({PassKind::backward_weight, 0, i - late});
  }
  for (std::int32_t i = std::max(0, micro_batches - late); i < micro_batches; ++i)
    order.push_back({PassKind::backward_weight, 0, i});
  return order;
}

}  // namespace shardscope
