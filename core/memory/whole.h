// Counts of bytes are whole numbers; what rounding of doubles leaves of them is taken away.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/base/units.h"

namespace shardscope {

/// The whole number that `value` misses by no more than doubles do; else the value itself.
[[nodiscard]] inline double whole(double value) {
  const double nearest = std::round(value);
  return std::abs(value - nearest) <= std::max(1e-6, 1e-14 * std::abs(value)) ? nearest : value;
}
[[nodiscard]] inline Bytes whole(Bytes bytes) {
  return Bytes{whole(bytes.value)};
}

}  // namespace shardscope
