#include "core/cluster/algorithms.h"

#include <array>
#include <bit>
#include <cmath>

namespace shardscope {

std::string_view name_of(CollectiveWay way) {
  constexpr std::array<std::string_view, 8> names = {
      "none", "ring", "tree", "hierarchical", "halving-doubling", "in-network", "pairwise", "direct"};
  return names[static_cast<std::size_t>(way)];
}

namespace {

/// Rounds that reach everybody: the logarithm rounded up.
double doublings(std::int64_t n) {
  return n <= 1 ? 0 : static_cast<double>(std::bit_width(static_cast<std::uint64_t>(n - 1)));
}

}  // namespace

std::optional<Seconds> ring_time(Collective what, std::int64_t n, Bytes whole, Link link) {
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

std::optional<Seconds> tree_time(Collective what, std::int64_t n, Bytes whole, Link link) {
  if (what != Collective::all_reduce && what != Collective::broadcast) return std::nullopt;
  if (n <= 1) return Seconds{};
  return (link.latency * doublings(n) + whole / link.bandwidth) * rounds_of(what);
}

std::optional<Seconds> halving_doubling_time(Collective what, std::int64_t n, Bytes whole, Link link) {
  const bool to_all = what == Collective::all_to_all;
  if (!gathers_or_reduces(what) && !to_all) return std::nullopt;
  if (n <= 1) return Seconds{};
  if (!std::has_single_bit(static_cast<std::uint64_t>(n))) return std::nullopt;
  if (to_all) return (link.latency + whole / 2.0 / link.bandwidth) * doublings(n);
  const double share = static_cast<double>(n - 1) / static_cast<double>(n);
  return (link.latency * doublings(n) + whole * share / link.bandwidth) * rounds_of(what);
}

std::optional<Seconds> in_network_time(Collective what, std::int64_t n, Bytes whole, Link link) {
  if (what == Collective::broadcast) return n <= 1 ? Seconds{} : link.latency + whole / link.bandwidth;
  if (what != Collective::all_reduce) return std::nullopt;
  if (n <= 1) return Seconds{};
  return link.latency * 2.0 + whole * (1 + 1 / static_cast<double>(n)) / link.bandwidth;
}

std::optional<Seconds> hierarchical_time(Collective what, std::int64_t inner, Link inside, std::int64_t outer,
                                         Link across, Bytes whole) {
  if (!gathers_or_reduces(what)) return std::nullopt;
  const Bytes share = whole / static_cast<double>(inner < 1 ? 1 : inner);
  return *ring_time(what, inner, whole, inside) + *ring_time(what, outer, share, across);
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
