// The kinds of level that a cluster may have, from the GPU up.
#pragma once

#include "core/base/choice.h"

namespace shardscope {

/// By these names in the report's JSON.
#define SHARDSCOPE_LEVEL_KIND(name) \
  name(gpu) name(domain) name(node) name(rack) name(pod) name(hall) name(site) name(sites)
SHARDSCOPE_NAMED(LevelKind, SHARDSCOPE_LEVEL_KIND)
inline constexpr std::size_t level_kinds = count_of<LevelKind>;

}  // namespace shardscope
