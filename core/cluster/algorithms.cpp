#include "core/cluster/algorithms.h"

#include <array>
#include <cmath>

namespace shardscope {

std::string_view name_of(CollectiveWay way) {
  constexpr std::array<std::string_view, 8> names = {
      "none", "ring", "tree", "hierarchical", "halving-doubling", "in-network", "pairwise", "direct"};
  return names[static_cast<std::size_t>(way)];
}

double bus_factor(Collective what, std::int64_t n) {
  const double share = n <= 1 ? 0 : static_cast<double>(n - 1) / static_cast<double>(n);
  switch (what) {
    case Collective::all_reduce:
      return 2 * share;
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_to_all:
      return share;
    case Collective::point_to_point:
    case Collective::broadcast:
      return 1;
  }
  return 1;
}

Seconds pipelined_time(Seconds depth, Seconds bytes_over_rate) {
  const double root = std::sqrt(depth.value) + std::sqrt(bytes_over_rate.value);
  return Seconds{root * root};
}

}  // namespace shardscope
