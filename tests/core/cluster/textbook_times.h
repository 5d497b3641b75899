// Textbook times of collectives among n equals joined by like links: a latency per message, and the bytes that a member
// sends over its bandwidth, one direction; what core/cluster/collectives.h comes to on a flat network.
// T05: Thakur, Rabenseifner, Gropp 2005, "Optimization of Collective Communication Operations in MPICH", section 3 and
// 4 (alpha per message, beta per byte; sums themselves count as free). S09: Sanders, Speck, Träff 2009, "Two-tree
// algorithms for full bandwidth broadcast, reduction and scan", section 4.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "core/cluster/algorithms.h"

namespace shardscope {

struct Link {
  Seconds latency;
  BytesPerSecond bandwidth;
};

/// Rounds that reach everybody: the logarithm rounded up.
inline double doublings(std::int64_t n) {
  return n <= 1 ? 0 : static_cast<double>(std::bit_width(static_cast<std::uint64_t>(n - 1)));
}

/// Over `whole` bytes (what all hold after a gather, all sum in a reduction, one holds in an all-to-all or broadcast):
/// (n-1)(α + S/(nβ)), an all-reduce twice that (T05, 4.1 and 4.5); an all-to-all in n-1 rounds of pairs (T05, 4.3, long
/// messages); a broadcast in a pipeline of pieces without end: (n-1)α + S/β. Zero for a group of one.
inline std::optional<Seconds> ring_time(Collective what, std::int64_t n, Bytes whole, Link link) {
  if (n <= 1) return Seconds{};
  const auto size = static_cast<double>(n);
  switch (what) {
    case Collective::point_to_point:
      return link.latency + whole / link.bandwidth;
    case Collective::broadcast:
      return link.latency * (size - 1) + whole / link.bandwidth;
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_reduce:
    case Collective::all_to_all:
      return (link.latency + whole / size / link.bandwidth) * (rounds_of(what) * (size - 1));
  }
  return std::nullopt;
}

/// Two binary trees with half of the data each: up and down 2⌈log2 n⌉α + 2S/β, a broadcast half of it (S09).
inline std::optional<Seconds> tree_time(Collective what, std::int64_t n, Bytes whole, Link link) {
  if (what != Collective::all_reduce && what != Collective::broadcast) return std::nullopt;
  if (n <= 1) return Seconds{};
  return (link.latency * doublings(n) + whole / link.bandwidth) * rounds_of(what);
}

/// n a power of two: log2(n)·α + (n-1)/n·S/β, an all-reduce twice that (T05, 4.5: Rabenseifner's). An all-to-all in
/// log2 n rounds of half of the data: log2(n)·(α + S/(2β)) (T05, 4.3: Bruck's).
inline std::optional<Seconds> halving_doubling_time(Collective what, std::int64_t n, Bytes whole, Link link) {
  const bool to_all = what == Collective::all_to_all;
  if (!gathers_or_reduces(what) && !to_all) return std::nullopt;
  if (n <= 1) return Seconds{};
  if (!std::has_single_bit(static_cast<std::uint64_t>(n))) return std::nullopt;
  if (to_all) return (link.latency + whole / 2.0 / link.bandwidth) * doublings(n);
  const double share = static_cast<double>(n - 1) / static_cast<double>(n);
  return (link.latency * doublings(n) + whole * share / link.bandwidth) * rounds_of(what);
}

}  // namespace shardscope
