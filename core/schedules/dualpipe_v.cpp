#include "core/schedules/dualpipe_v.h"

#include "core/schedules/dual_steps.h"

namespace shardscope {

std::vector<Pass> dualpipe_v_order(std::int32_t rank, std::int32_t ranks, std::int32_t micro_batches) {
  return dual_order(rank, ranks, micro_batches, {DualChunk{0, 0}, DualChunk{1, 0}});
}

}  // namespace shardscope
