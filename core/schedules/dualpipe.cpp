#include "core/schedules/dualpipe.h"

#include "core/schedules/dual_steps.h"

namespace shardscope {

std::vector<Pass> dualpipe_order(std::int32_t rank, std::int32_t ranks, std::int32_t micro_batches) {
  const std::int32_t row = ranks / 2, half = micro_batches / 2;
  const DualChunk down{0, 0}, up{1, half};
  if (rank < row) return dual_order(rank, row, half, {down, up});
  return dual_order(ranks - 1 - rank, row, half, {up, down});
}

}  // namespace shardscope
