#include "core/cluster/route.h"

#include <algorithm>
#include <cmath>

#include "core/base/saturating.h"
#include "core/cluster/fabric.h"

namespace shardscope {

namespace {

/// How many units of a level the group touches; each site has one of its own at least.
std::int64_t units_of(const GroupSpan& group, LevelKind kind) {
  const auto here = [&](std::int64_t units) { return std::max(units, group.sites); };
  switch (kind) {
    case LevelKind::gpu:
      return group.size;
    case LevelKind::domain:
    case LevelKind::node:
      return group.domains;
    case LevelKind::rack:
      return here(group.racks);
    case LevelKind::pod:
      return here(group.pods);
    case LevelKind::hall:
      return here(group.halls);
    case LevelKind::site:
      return group.sites;
    case LevelKind::sites:
      return 1;
  }
  return 1;
}

/// Links of a torus that a group's axes have, of six: two for an axis gone all round, one for a part of it.
double torus_share(const GroupSpan& group, const std::array<std::int64_t, 3>& axes) {
  double links = 0;
  std::int64_t plane = 1;  // GPUs between neighbours along the axis
  for (const std::int64_t axis : axes) {
    const std::int64_t step = std::max(plane, group.stride);
    const std::int64_t end = plane * axis;
    if (axis > 1 && step < end && (group.size - 1) * group.stride >= plane) {
      const bool round = group.size * group.stride >= end && step == plane;
      links += round ? 2 : 1;
    }
    plane = end;
  }
  return std::max(1.0, links) / 6;
}

void add_hop(Route& route, const FabricLevel& level, const GroupSpan& group, double below, double units) {
  Hop hop;
  hop.kind = level.kind;
  hop.below = below, hop.units = units;
  hop.members = std::max(1.0, static_cast<double>(group.size) / below);
  hop.share = level.bandwidth;
  hop.latency = level.latency;
  hop.reduces = level.reduces;
  route.hop[route.count++] = hop;
}

/// The hop within domains, and what of its rate is left for the way between the network's cards.
void add_scale_up_link(Route& route, const Fabric& fabric, const GroupSpan& group, const Cluster& cluster) {
  const std::int64_t domain = gpus_of_domain(cluster);
  const Constants& constants = cluster.constants;
  const BytesPerSecond link{std::max(1.0, cluster.gpu.scale_up_rate() * group.slower_link)};
  if (group.domains < group.size) {
    add_hop(
        route,
        {LevelKind::node, domain, domain, link, Seconds{constants.scale_up_hop_seconds}, 1, scale_up_reduces(cluster)},
        group, route.size, static_cast<double>(group.domains));
    if (scale_up_domain_of(cluster) != cluster.gpus_per_node)
      route.hop[0].kind = LevelKind::domain;  // as the fabric calls it
    route.hop[0].members = 1;
    route.link = true;
    if (fabric.topology == TopologyKind::torus) route.torus_share = torus_share(group, fabric.torus);
  }
  if (domain > 1)
    route.nearby = min(BytesPerSecond{cluster.gpu.scale_up_bandwidth * constants.network_rate * group.slower_link},
                       link * constants.link_gain) *
                   route.torus_share;
}

/// What a GPU has of the way from itself out of its site: its card, and the links up of all the site's levels, each
/// with what `members` of the group in a unit of the level make of a GPU's share.
template <class Members>
BytesPerSecond way_out_of_site(const GroupSpan& group, const Cluster& cluster, Members members) {
  BytesPerSecond rate{cluster.scale_out_rate()};
  const std::int64_t domain = gpus_of_domain(cluster);
  const Fabric fabric = fabric_of(cluster);
  for (const FabricLevel& level : fabric.levels())
    if (level.kind >= LevelKind::node && level.kind < LevelKind::sites && level.gpus > domain)
      rate = min(rate, level.bandwidth * members(level.kind));
  return rate * group.slower_card;
}

/// From the domains up, as far as the group reaches.
void add_network(Route& route, const Fabric& fabric, const GroupSpan& group, const Cluster& cluster) {
  const std::int64_t domain = gpus_of_domain(cluster);
  auto below = static_cast<double>(group.domains);
  for (const FabricLevel& level : fabric.levels()) {
    if (level.kind < LevelKind::node || level.gpus <= domain) continue;
    const bool top = &level == &fabric.levels().back();
    const auto units = top ? 1.0 : static_cast<double>(units_of(group, level.kind));
    if (units >= below) continue;
    add_hop(route, level, group, below, units);
    Hop& hop = route.hop[route.count - 1];
    if (below == static_cast<double>(group.domains)) hop.members = route.in_domain;
    if (level.kind != LevelKind::sites) {
      hop.share *= group.slower_card;
    } else {
      if (group.site_groups > 0)
        hop.share *=
            static_cast<double>(gpus_of_site(cluster)) / (static_cast<double>(group.site_groups) * hop.members);
      hop.share = min(hop.share, way_out_of_site(group, cluster, [](LevelKind) { return 1.0; }));
    }
    below = units;
  }
  if (below > 1 && fabric.count > 0) {  // more ranks than the cluster has GPUs: as if it went on
    add_hop(route, fabric.levels().back(), group, below, 1);
    if (below == static_cast<double>(group.domains)) route.hop[route.count - 1].members = route.in_domain;
    if (fabric.levels().back().gpus <= domain)
      route.hop[route.count - 1].share = BytesPerSecond{cluster.scale_out_rate() * group.slower_card},
                              route.hop[route.count - 1].latency = Seconds{cluster.scale_out_latency_seconds};
  }
}

}  // namespace

BytesPerSecond Route::network_rate() const {
  BytesPerSecond rate{0};
  for (const Hop& each : network()) {
    const BytesPerSecond all = each.share * each.members;
    rate = rate.value > 0 ? min(rate, all) : all;
  }
  return nearby.value > 0 ? min(rate, nearby) : rate;
}

Seconds Route::chain() const {
  Seconds sum;
  for (const Hop& each : network()) sum += each.latency * (each.below - each.units);
  return sum;
}

Seconds Route::depth() const {
  Seconds sum;
  for (const Hop& each : network()) sum += each.latency * std::ceil(std::log2(std::max(1.0, each.fan())));
  return sum;
}

Route route_of(const GroupSpan& group, const Cluster& cluster) {
  const Fabric fabric = fabric_of(cluster);
  Route route;
  route.size = static_cast<double>(group.size);
  route.in_domain = degree(group.in_domain);
  route.in_node = std::clamp(degree(cluster.gpus_per_node) / degree(group.stride), 1.0, route.size);
  route.rails = fabric.topology == TopologyKind::rail_optimized;
  const Constants& constants = cluster.constants;
  route.link_gain = constants.link_gain, route.in_network_rate = constants.in_network_rate;
  route.start = Seconds{constants.collective_seconds};
  route.kernel_start = min(route.start, Seconds{constants.collective_kernel_seconds});
  route.in_network_fill = Seconds{constants.in_network_seconds};
  route.in_network_tree_fill = Seconds{constants.in_network_tree_seconds};
  route.all_to_all_fill = Seconds{constants.all_to_all_seconds};
  if (group.size <= 1) return route;
  add_scale_up_link(route, fabric, group, cluster);
  add_network(route, fabric, group, cluster);
  return route;
}

BytesPerSecond rate_out_of_site(const GroupSpan& group, const Cluster& cluster) {
  return way_out_of_site(group, cluster, [&](LevelKind level) {
    return std::max(1.0, static_cast<double>(group.size) / static_cast<double>(units_of(group, level)));
  });
}

}  // namespace shardscope
