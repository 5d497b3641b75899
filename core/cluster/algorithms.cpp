#include "core/cluster/algorithms.h"

#include <cmath>

namespace shardscope {

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
