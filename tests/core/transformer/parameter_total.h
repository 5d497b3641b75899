// Parameters of all groups together.
#pragma once

#include "core/transformer/parameters.h"

namespace shardscope {

inline std::int64_t total(const ParameterGroups& groups) {
  std::int64_t sum = 0;
  for (const ParameterGroup& group : groups) sum += group.count;
  return sum;
}

}  // namespace shardscope
