#include "core/cluster/level_kind.h"

#include <array>

namespace shardscope {

std::string_view name_of(LevelKind kind) {
  static constexpr std::array<std::string_view, level_kinds> names = {"gpu", "domain", "node", "rack",
                                                                      "pod", "hall",   "site", "sites"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace shardscope
