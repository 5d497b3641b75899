// The way of a group's traffic: the levels that it really crosses, with what the group has of each one's links while
// all groups of its kind use them at once.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/base/units.h"
#include "core/cluster/group_span.h"
#include "core/cluster/level_kind.h"

namespace shardscope {

/// One level that the group crosses. Its members lie in `below` units of the level below, which lie in `units` of this
/// one; `members` of them share a unit below and so its links: they have `members` times a GPU's share.
struct Hop {
  LevelKind kind = LevelKind::gpu;
  double below = 1, units = 1, members = 1;
  BytesPerSecond share;  // a GPU's, one direction
  Seconds latency;
  bool reduces = false;

  /// Parts that this level joins.
  [[nodiscard]] double fan() const { return below / units; }
};

struct Route {
  std::array<Hop, level_kinds> hop;
  std::size_t count = 0;
  double size = 1;         // of the group
  double in_domain = 1;    // members in a scale-up domain
  double in_node = 1;      // that a node has room for
  bool link = false;       // whether the first hop is the scale-up link
  BytesPerSecond nearby;   // of the link, what a GPU can hand on between the network's cards; 0: no bound
  double torus_share = 1;  // of a torus's links, those that the group's axes have
  bool rails = false;      // what goes to another GPU's rail passes the link first (NCCL's PXN)
  // The cluster's constants of that name.
  double link_gain = 1, in_network_rate = 1;
  Seconds start, kernel_start, in_network_fill, in_network_tree_fill, all_to_all_fill;

  [[nodiscard]] std::span<const Hop> hops() const { return {hop.data(), count}; }
  /// Hops over the network, the scale-up link left out.
  [[nodiscard]] std::span<const Hop> network() const { return hops().subspan(link ? 1 : 0); }
  [[nodiscard]] bool across() const { return count > (link ? 1U : 0U); }
  /// What the group's traffic flows through the network with: the narrowest level for all its members together.
  [[nodiscard]] BytesPerSecond network_rate() const;
  [[nodiscard]] double domains() const { return across() ? network().front().below : 1; }
  /// Latency of a message that visits every domain in turn, and of one that reaches all by doubling.
  [[nodiscard]] Seconds chain() const;
  [[nodiscard]] Seconds depth() const;
  /// Of one hop over the scale-up link; 0 where the group has none.
  [[nodiscard]] Seconds link_hop() const { return link ? hop[0].latency : Seconds{}; }
};

[[nodiscard]] Route route_of(const GroupSpan& group, const Cluster& cluster);

/// What a message leaves its site with where one member of the group in each unit sends alone, with the others' share
/// of the unit's links up: the card, or the narrowest of those.
[[nodiscard]] BytesPerSecond rate_out_of_site(const GroupSpan& group, const Cluster& cluster);

}  // namespace shardscope
