// What is done with lists of numbers here and there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardscope {

/// Of one value or more; of an even number the mean of the two in the middle.
[[nodiscard]] inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// In order, each once.
template <class Number>
void sort_distinct(std::vector<Number>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// first, 2·first, 4·first … up to last, of a first above 0.
[[nodiscard]] inline std::vector<std::int64_t> powers_of_two(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> values;
  for (std::int64_t value = first; value <= last; value *= 2) values.push_back(value);
  return values;
}

}  // namespace shardscope
