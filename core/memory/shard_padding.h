// What sharding wastes: a shard is a whole number of values or rows, the same on every GPU, so that what doesn't divide
// is padded. On its own, so that everything else divides exactly.
#pragma once

#include <string_view>

#include "core/memory/held_parameters.h"

namespace shardscope {

/// Values of padding in one GPU's shard. Megatron-Core, distributed/param_and_grad_buffer.py: each bucket ends at a
/// multiple of the least common multiple of the group and 128 (buckets taken as equal; only the first pipeline rank's
/// gradients are cut into several). DeepSpeed, zero/stage_1_and_2.py: a flat group ends at a multiple of twice the
/// ranks. PyTorch FSDP: by row or by layer (held_parameters.h).
struct ShardPadding {
  double dense = 0, experts = 0;
  std::string_view source;
};
[[nodiscard]] ShardPadding shard_padding(const Scenario& scenario, const StageParameters& parameters);

}  // namespace shardscope
