#include "core/schedules/one_f_one_b.h"

#include <algorithm>

namespace shardscope {

std::vector<Pass> one_f_one_b_order(std::int32_t rank, std::int32_t ranks, std::int32_t micro_batches) {
  const std::int32_t warm_up = std::min(ranks - rank - 1, micro_batches);
  std::vector<Pass> order;
  order.reserve(2 * static_cast<std::size_t>(micro_batches));
  for (std::int32_t i = 0; i < warm_up; ++i) order.push_back({PassKind::forward, 0, i});
  for (std::int32_t i = warm_up; i < micro_batches; ++i) {
    order.push_back({PassKind::forward, 0, i});
    order.push_back({PassKind::backward, 0, i - warm_up});
  }
  for (std::int32_t i = micro_batches - warm_up; i < micro_batches; ++i) order.push_back({PassKind::backward, 0, i});
  return order;
}

}  // namespace shardscope
