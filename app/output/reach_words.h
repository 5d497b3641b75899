// How far bytes go, in words.
#pragma once

#include <string_view>

#include "core/cluster/group_span.h"

namespace shardscope {

/// "inside racks"; what leaves a rack may leave its site too, where the cluster has several.
[[nodiscard]] std::string_view words_of(Reach reach, const Cluster& cluster);

}  // namespace shardscope
