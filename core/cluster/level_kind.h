// The kinds of level that a cluster may have, from the GPU up.
#pragma once

#include <cstddef>
#include <string_view>

namespace shardscope {

enum class LevelKind { gpu, domain, node, rack, pod, hall, site, sites };
inline constexpr std::size_t level_kinds = 8;

/// "gpu", "domain", ...: as the report's JSON has them.
[[nodiscard]] std::string_view name_of(LevelKind kind);

}  // namespace shardscope
