// PyTorch's own sharding (fully_shard) of a plan, as the Python that asks for it, and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/frameworks/read_flags.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// A program: the mesh of all GPUs that train, shard(model), and a start that imports build_model() and train() from
/// the reader's own train.py. Parameters stay gathered after the forward pass below ZeRO 3, as FSDP2 has no less.
[[nodiscard]] std::string fsdp_snippet(const Scenario& filled);

/// What such calls say, as flags of the framework's table: "fully_shard(reshard_after_forward=...)".
[[nodiscard]] std::vector<GivenFlag> read_fsdp_snippet(std::string_view text);

}  // namespace shardscope
