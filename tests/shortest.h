// How long two pieces of work take beside one another: a test asks for a ratio, since seconds are the machine's.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace shardscope::tests {

/// How many times as long as `other` the work takes: the shortest of several turns of each, since whatever else the
/// machine does only adds.
template <class Work, class Other>
double times_as_long(const Work& work, const Other& other, int turns = 7) {
  const auto seconds = [](const auto& piece) {
    const auto begin = std::chrono::steady_clock::now();
    piece();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  double shortest = std::numeric_limits<double>::infinity(), shortest_other = shortest;
  for (int turn = 0; turn < turns; ++turn) {
    shortest = std::min(shortest, seconds(work));
    shortest_other = std::min(shortest_other, seconds(other));
  }
  return shortest / std::max(shortest_other, 1e-9);
}

}  // namespace shardscope::tests
