// Textbook times of collectives among n equals joined by like links: a latency a message, and the bytes that a member
// sends over its bandwidth, one direction. What lies between real GPUs, and which algorithm is fastest there:
// core/cluster/collectives.h.
// T05: Thakur, Rabenseifner, Gropp 2005, "Optimization of Collective Communication Operations in MPICH", section 3 and
// 4 (alpha a message, beta a byte; sums themselves count as free). S09: Sanders, Speck, Träff 2009, "Two-tree
// algorithms for full bandwidth broadcast, reduction and scan", section 4.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/units.h"

namespace shardscope {

/// How a collective runs: one of the algorithms, an all-to-all's pairs, or a message straight to its receiver.
enum class CollectiveWay { none, ring, tree, hierarchical, halving_doubling, in_network, pairwise, direct };
[[nodiscard]] std::string_view name_of(CollectiveWay way);  // "ring", "halving-doubling"

enum class Collective { all_gather, reduce_scatter, all_reduce, all_to_all, point_to_point, broadcast };

/// How often a ring passes all the data on: an all-reduce is a reduce-scatter and an all-gather.
[[nodiscard]] constexpr double rounds_of(Collective what) {
  return what == Collective::all_reduce ? 2 : 1;
}

[[nodiscard]] constexpr bool gathers_or_reduces(Collective what) {
  return what == Collective::all_gather || what == Collective::reduce_scatter || what == Collective::all_reduce;
}

struct Link {
  Seconds latency;
  BytesPerSecond bandwidth;
};

/// The time of a collective over `whole` bytes (what all hold after a gather, all sum in a reduction, one holds in an
/// all-to-all or broadcast). Zero for a group of one; nothing where the algorithm doesn't do that collective.
/// - ring: (n-1)(α + S/(nβ)), an all-reduce twice that (T05, 4.1 and 4.5); an all-to-all in n-1 rounds of pairs (T05,
///   4.3, long messages); a broadcast in a pipeline of pieces without end: (n-1)α + S/β.
/// - tree, two binary trees with half of the data each: up and down 2⌈log2 n⌉α + 2S/β, a broadcast half of it (S09).
/// - halving_doubling, n a power of two: log2(n)·α + (n-1)/n·S/β, an all-reduce twice that (T05, 4.5: Rabenseifner's).
///   An all-to-all in log2 n rounds of half of the data: log2(n)·(α + S/(2β)) (T05, 4.3: Bruck's).
/// - in_network: each sends its data once to switches that add up and gets the sum back: 2α + S/β·(1 + 1/n), 1/n for
///   the part that a GPU sums itself the way NVLink SHARP does it; a broadcast α + S/β.
[[nodiscard]] std::optional<Seconds> ring_time(Collective what, std::int64_t n, Bytes whole, Link link);
[[nodiscard]] std::optional<Seconds> tree_time(Collective what, std::int64_t n, Bytes whole, Link link);
[[nodiscard]] std::optional<Seconds> halving_doubling_time(Collective what, std::int64_t n, Bytes whole, Link link);
[[nodiscard]] std::optional<Seconds> in_network_time(Collective what, std::int64_t n, Bytes whole, Link link);

/// Inside each of `outer` domains of `inner` members, then across with a share each, then inside again: the ring at
/// both levels. Gathers, reduce-scatters and all-reduces.
[[nodiscard]] std::optional<Seconds> hierarchical_time(Collective what, std::int64_t inner, Link inside,
                                                       std::int64_t outer, Link across, Bytes whole);

/// What nccl-tests call bus bandwidth: algorithm bandwidth (whole over time) times 2(n-1)/n for an all-reduce, (n-1)/n
/// for gathers, scatters and all-to-alls, 1 for the others (NVIDIA nccl-tests, doc/PERFORMANCE.md).
[[nodiscard]] double bus_factor(Collective what, std::int64_t n);

/// Pieces of a message in a pipeline `depth` deep (seconds to fill it), in as many pieces as is best:
/// (√depth + √(bytes / rate))². S09, section 2, with the optimum of the pieces put in.
[[nodiscard]] Seconds pipelined_time(Seconds depth, Seconds bytes_over_rate);

}  // namespace shardscope
