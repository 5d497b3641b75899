// Seconds of a collective: a latency and the bytes that each GPU sends, over the level that the group really spans.
// Ring algorithms, as NCCL's bus-bandwidth factors count them: all-gather and reduce-scatter send (n-1)/n of the whole
// tensor a GPU, all-reduce twice that (NVIDIA nccl-tests, doc/PERFORMANCE.md), all-to-all (n-1)/n of what a GPU holds.
// Latency: a start, and the network's once a hop between domains: domains - 1 in a ring, the logarithm of it in a tree
// (Thakur, Rabenseifner, Gropp 2005, section 4). Reduction inside switches (NVLS, SHARP) isn't counted.
#pragma once

#include <string_view>

#include "core/hardware/placement.h"
#include "core/units.h"

namespace shardscope {

enum class Collective { all_gather, reduce_scatter, all_reduce, all_to_all, point_to_point };

struct CollectiveCost {
  Seconds time;
  Bytes sent_per_gpu;
  std::string_view algorithm;
};

/// What one GPU of the group sends and receives at once, a direction: the scale-up link inside its domain; across
/// domains the network cards of the group's members in the domain together, never more than the link.
[[nodiscard]] BytesPerSecond group_bandwidth(const GroupSpan& group, const Cluster& cluster);

/// `whole` is the gathered tensor (all-gather, reduce-scatter, all-reduce), what a GPU holds (all-to-all), or the
/// message (point-to-point). Zero for a group of one. An all-reduce takes a tree where that is faster than a ring.
[[nodiscard]] CollectiveCost collective_cost(Collective collective, Bytes whole, const GroupSpan& group,
                                             const Cluster& cluster);

}  // namespace shardscope
