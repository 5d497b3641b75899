// The middle of some values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace shardscope {

/// Of one value or more; of an even number the mean of the two in the middle.
[[nodiscard]] inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace shardscope
