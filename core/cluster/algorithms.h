// What collectives there are and how they run; what they take between real GPUs: core/cluster/collectives.h.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/choice.h"
#include "core/base/units.h"

namespace shardscope {

/// How a collective runs: one of the algorithms, an all-to-all's pairs, or a message straight to its receiver.
#define SHARDSCOPE_COLLECTIVE_WAY(entry)                                                                      \
  entry(none, "none") entry(ring, "ring") entry(tree, "tree") entry(hierarchical, "hierarchical")             \
      entry(halving_doubling, "halving-doubling") entry(in_network, "in-network") entry(pairwise, "pairwise") \
          entry(direct, "direct") entry(once_per_domain, "once a domain")
SHARDSCOPE_TABLE(CollectiveWay, std::string_view, SHARDSCOPE_COLLECTIVE_WAY)

#define SHARDSCOPE_COLLECTIVE(entry)                                                                      \
  entry(all_gather, "all-gather") entry(reduce_scatter, "reduce-scatter") entry(all_reduce, "all-reduce") \
      entry(all_to_all, "all-to-all") entry(point_to_point, "send and receive") entry(broadcast, "broadcast")
SHARDSCOPE_TABLE(Collective, std::string_view, SHARDSCOPE_COLLECTIVE)

/// How often a ring passes all the data on: an all-reduce is a reduce-scatter and an all-gather.
[[nodiscard]] constexpr double rounds_of(Collective what) {
  return what == Collective::all_reduce ? 2 : 1;
}

[[nodiscard]] constexpr bool gathers_or_reduces(Collective what) {
  return what == Collective::all_gather || what == Collective::reduce_scatter || what == Collective::all_reduce;
}

/// What nccl-tests call bus bandwidth: algorithm bandwidth (whole over time) times 2(n-1)/n for an all-reduce, (n-1)/n
/// for gathers, scatters and all-to-alls, 1 for the others (NVIDIA nccl-tests, doc/PERFORMANCE.md).
[[nodiscard]] double bus_factor(Collective what, std::int64_t n);

/// Pieces of a message in a pipeline `depth` deep (seconds to fill it), in as many pieces as is best:
/// (√depth + √(bytes / rate))². Sanders, Speck, Träff 2009, "Two-tree algorithms for full bandwidth broadcast,
/// reduction and scan", section 2, with the optimum of the pieces put in.
[[nodiscard]] Seconds pipelined_time(Seconds depth, Seconds bytes_over_rate);

}  // namespace shardscope
