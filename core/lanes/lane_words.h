// What a bar of a lane is called. Words are made last.
#pragma once

#include <string>

#include "core/lanes/pass_lanes.h"

namespace shardscope {

/// "q k v projection", "all-gather over TP".
[[nodiscard]] std::string_view name_of(const LaneBar& bar, const Block& block);

/// "layer 12", "embedding", "head and loss", "MTP layer".
[[nodiscard]] std::string name_of(const LayerSpan& span, const LayerLanes& lanes);

/// The kernel that a profiler of PyTorch would name: "ncclDevKernel_AllGather", "aten::mm".
[[nodiscard]] std::string_view kernel_of(const LaneBar& bar, const Block& block);

}  // namespace shardscope
