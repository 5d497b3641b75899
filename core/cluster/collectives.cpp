#include "core/cluster/collectives.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "core/cluster/fabric.h"

namespace shardscope {

namespace {

/// What an endless message reaches of the scale-up link, a direction.
BytesPerSecond link_rate(const Route& route) {
  return route.hop[0].share * (route.link_gain * route.torus_share);
}

/// Bytes that each GPU hands on over its link, `hops` of them one after the other, and what of the way lies beyond.
Seconds link_leg(const Route& route, double hops, Seconds beyond, Bytes bytes) {
  return beyond + pipelined_time(route.link_hop() * hops, bytes / link_rate(route));
}

/// By how much hops over the network are later than as many over the link.
Seconds later_than_link(const Route& route, Seconds latency, double hops) {
  return max(Seconds{}, latency - route.link_hop() * hops);
}

LevelKind narrowest_of(const Route& route) {
  LevelKind kind = route.hop[0].kind;
  double rate = 0;
  for (const Hop& hop : route.network()) {
    const double all = hop.share.value * hop.members;
    if (rate == 0 || all < rate) rate = all, kind = hop.kind;
  }
  return kind;
}

Bytes& through(CollectiveCost& cost, const Hop& hop) {
  return cost.through[index_of(hop.kind)];
}

/// What each GPU hands on goes over its own link, and out of every unit once for all its members there.
void count_chain(CollectiveCost& cost, const Route& route, Bytes over_link, Bytes over_network) {
  if (route.link) through(cost, route.hop[0]) = over_link;
  Bytes leaving, leaving_rack;
  for (const Hop& hop : route.network()) {
    const Bytes out = through(cost, hop) = over_network / hop.members;
    leaving = max(leaving, out);
    if (hop.kind > LevelKind::rack) leaving_rack = max(leaving_rack, out);
  }
  cost.reaching[index_of(Reach::site)] = leaving_rack;
  cost.reaching[index_of(Reach::rack)] = leaving - leaving_rack;
  cost.reaching[index_of(Reach::node)] = max(Bytes{}, cost.sent_per_gpu - leaving);
}

Bytes ring_bytes(Collective what, Bytes whole, const Route& route) {
  return what == Collective::broadcast ? whole : whole * (rounds_of(what) * (route.size - 1) / route.size);
}

CollectiveCost by_ring(Collective what, Bytes whole, const Route& route) {
  const Bytes sent = ring_bytes(what, whole, route);
  const double rounds = rounds_of(what), domains = route.domains();
  CollectiveCost cost{Seconds{}, sent, CollectiveWay::ring, narrowest_of(route)};
  const Seconds chain = route.chain();
  Seconds time;
  if (route.link)
    time = link_leg(route, (route.size - 1) * rounds, later_than_link(route, chain, domains - 1) * rounds, sent);
  if (route.across())
    time = max(time, (chain + route.link_hop() * (route.size - domains)) * rounds + sent / route.network_rate());
  cost.time = route.start + time;
  count_chain(cost, route, sent, sent);
  return cost;
}

/// Every byte both ways, but only as many hops as the trees are deep: a chain through the GPUs of a node, and trees of
/// nodes (NCCL's double binary trees).
std::optional<CollectiveCost> by_tree(Collective what, Bytes whole, const Route& route) {
  if (what != Collective::all_reduce && what != Collective::broadcast) return std::nullopt;
  const double rounds = rounds_of(what);
  const Bytes sent = whole * rounds;
  CollectiveCost cost{Seconds{}, sent, CollectiveWay::tree, narrowest_of(route)};
  const auto levels = [](double parts) { return std::ceil(std::log2(std::max(1.0, parts))); };
  const double in_node = std::min(route.in_node, route.in_domain);
  const double within = in_node - 1 + levels(route.in_domain / in_node), across = levels(route.domains());
  const double as_in_one = route.in_node - 1 + levels(route.size / route.in_node);  // domain
  const Seconds depth = route.depth();
  Seconds time;
  if (route.link) time = link_leg(route, as_in_one * rounds, later_than_link(route, depth, across) * rounds, sent);
  if (route.across()) time = max(time, (depth + route.link_hop() * within) * rounds + sent / route.network_rate());
  cost.time = route.start + time;
  count_chain(cost, route, sent, sent);
  return cost;
}

/// Level by level: a ring among the parts that a level joins, each with what the levels below have left of the data.
/// By doubling, the hops of a level are the logarithm of its parts.
CollectiveCost by_levels(Collective what, Bytes whole, const Route& route, bool doubling) {
  CollectiveCost cost{Seconds{}, Bytes{}, doubling ? CollectiveWay::halving_doubling : CollectiveWay::hierarchical,
                      route.hop[0].kind};
  const double rounds = rounds_of(what);
  Bytes left = whole;
  Seconds longest;
  for (const Hop& hop : route.hops()) {
    const bool on_link = route.link && &hop == route.hop.data();
    const double fan = std::max(1.0, hop.fan());
    const Bytes sent = left * (rounds * (fan - 1) / fan);
    const double hops = doubling ? std::ceil(std::log2(fan)) : fan - 1;
    const Seconds bytes = sent / (on_link ? link_rate(route) : hop.share);
    const Seconds time =
        on_link ? pipelined_time(hop.latency * (hops * rounds), bytes) : hop.latency * (hops * rounds) + bytes;
    cost.time += time + route.start * rounds;
    if (time > longest) longest = time, cost.narrowest = hop.kind;
    cost.sent_per_gpu += sent;
    through(cost, hop) += sent;
    const Reach reach = on_link ? Reach::node : hop.kind > LevelKind::rack ? Reach::site : Reach::rack;
    cost.reaching[index_of(reach)] += sent;
    left = left / fan;
  }
  return cost;
}

/// The part of the data that each domain sends over its cards in two trees: all of it once between two domains, a half
/// more with three, twice from four on (a domain passes on half of the data in one tree and is a leaf of the other).
double tree_passes(double domains) {
  return std::min(2.0, domains / 2);
}

/// NVLS inside a domain; NVLSTree across, its two parts in a pipeline; SHARP where the network's switches add up too.
std::optional<CollectiveCost> by_network(Collective what, Bytes whole, const Route& route) {
  if (what != Collective::all_reduce) return std::nullopt;
  const bool inside = route.link && route.hop[0].reduces && route.in_domain > 1;
  const bool sharp = route.across() && std::all_of(route.network().begin(), route.network().end(),
                                                   [](const Hop& hop) { return hop.reduces; });
  if (!inside && (!sharp || route.link)) return std::nullopt;
  CollectiveCost cost{Seconds{}, whole, CollectiveWay::in_network, route.hop[0].kind};
  Seconds link_time, network_time;
  const Bytes bytes = whole * (inside ? 1 + 1 / route.in_domain : 1);
  const double passes = sharp || !route.across() ? 1 : tree_passes(route.network().front().below);
  constexpr double widest = 72;  // domain that was measured
  const Seconds fill = sharp ? route.in_network_fill * std::min(route.size, widest)
                             : route.in_network_fill * route.in_domain +
                                   route.in_network_tree_fill * std::ceil(std::log2(route.domains()));
  if (inside) link_time = pipelined_time(fill, bytes / (link_rate(route) * route.in_network_rate));
  if (route.across()) {
    const Seconds through_cards = whole * passes / route.network_rate();
    network_time = route.depth() * 2.0 + (inside ? through_cards : pipelined_time(fill, through_cards));
    if (network_time > link_time) cost.narrowest = narrowest_of(route);
  }
  cost.time = route.start + max(link_time, network_time);
  count_chain(cost, route, bytes, whole * passes);
  return cost;
}

/// The time of each level's links, and what they carry.
CollectiveCost all_to_all_on(const AllToAllBytes& bytes, const Route& route) {
  CollectiveCost cost{Seconds{}, bytes.within + bytes.leaving, bytes.way, route.hop[0].kind};
  Seconds longest = bytes.on_link;
  if (route.link) through(cost, route.hop[0]) = bytes.over_link;
  Bytes leaving_rack;
  for (const Hop& hop : route.network()) {
    const Bytes leaving = bytes.leaving * ((1 - 1 / hop.below) / (1 - 1 / route.domains()));
    through(cost, hop) = leaving;
    if (hop.kind > LevelKind::rack) leaving_rack = max(leaving_rack, leaving);
    const BytesPerSecond card = route.nearby.value > 0 ? min(hop.share, route.nearby) : hop.share;
    const Seconds time = hop.latency + pipelined_time(route.all_to_all_fill, leaving / card);
    if (time > longest) longest = time, cost.narrowest = hop.kind;
  }
  cost.reaching[index_of(Reach::node)] = bytes.within;
  cost.reaching[index_of(Reach::site)] = leaving_rack;
  cost.reaching[index_of(Reach::rack)] = max(Bytes{}, bytes.leaving - leaving_rack);
  cost.time = route.start + longest;
  return cost;
}

/// Each GPU sends by its own card what leaves its domain, and by its share of the links up what leaves more. On rails
/// what goes to another GPU's rail passes the link first.
CollectiveCost pairwise(Bytes whole, const Route& route) {
  const double own = route.in_domain / route.size;                // of all receivers, those in the domain
  const double others = (route.in_domain - 1) / route.in_domain;  // of all, those with another place in it
  AllToAllBytes bytes{whole * (own * others), {}, {}, {}};
  bytes.leaving = whole * (1 - own);
  bytes.over_link = whole * (route.across() && route.rails ? others : own * others);
  if (route.link)
    bytes.on_link = pipelined_time(route.all_to_all_fill, bytes.over_link / (route.hop[0].share * route.torus_share));
  return all_to_all_on(bytes, route);
}

/// How far the messages of neighbours in a row go, on the mean.
void count_pairs(CollectiveCost& cost, const Route& route) {
  double racks = 1;
  for (const Hop& hop : route.network())
    if (hop.kind > LevelKind::rack) {
      racks = hop.below;
      break;
    }
  const auto part = [&](double pairs) { return cost.sent_per_gpu * (pairs / (route.size - 1)); };
  cost.reaching[index_of(Reach::node)] = part(route.size - route.domains());
  cost.reaching[index_of(Reach::rack)] = part(route.domains() - racks);
  cost.reaching[index_of(Reach::site)] = part(racks - 1);
}

/// Neighbours of a pipeline may share a domain only where the whole group does; each sends over its own card. Of the
/// pairs of neighbours some meet at each level: the mean of their times. Where a unit holds several members only the
/// last of them sends out of it, and has the others' share of the links too.
CollectiveCost direct(Bytes whole, const Route& route) {
  CollectiveCost cost{route.start, whole, CollectiveWay::direct, route.hop[0].kind};
  count_chain(cost, route, whole, whole);
  count_pairs(cost, route);
  if (!route.across()) {
    cost.time += whole / route.hop[0].share;
    return cost;
  }
  const Hop& first = route.network().front();
  const BytesPerSecond card = route.nearby.value > 0 ? min(first.share, route.nearby) : first.share;
  Seconds longest;
  for (const Hop& hop : route.network()) {
    const Seconds time = hop.latency + whole / min(card, hop.share * hop.members);
    cost.time += time * ((hop.below - hop.units) / (first.below - 1));
    if (time > longest) longest = time, cost.narrowest = hop.kind;
  }
  return cost;
}

std::optional<CollectiveCost> by(CollectiveAlgorithm algorithm, Collective what, Bytes whole, const Route& route,
                                 const GroupSpan& group) {
  switch (algorithm) {
    case CollectiveAlgorithm::automatic:
    case CollectiveAlgorithm::ring:
      return by_ring(what, whole, route);
    case CollectiveAlgorithm::tree:
      return by_tree(what, whole, route);
    case CollectiveAlgorithm::in_network:
      return by_network(what, whole, route);
    case CollectiveAlgorithm::hierarchical:
      if (!gathers_or_reduces(what)) return std::nullopt;
      return by_levels(what, whole, route, false);
    case CollectiveAlgorithm::halving_doubling:
      if (!gathers_or_reduces(what) || !std::has_single_bit(static_cast<std::uint64_t>(group.size)))
        return std::nullopt;
      return by_levels(what, whole, route, true);
  }
  return std::nullopt;
}

CollectiveCost fastest(Collective what, Bytes whole, const Route& route, const GroupSpan& group) {
  CollectiveCost best = by_ring(what, whole, route);
  const auto consider = [&](CollectiveAlgorithm algorithm) {
    if (!is_candidate(algorithm, group)) return;
    const std::optional<CollectiveCost> other = by(algorithm, what, whole, route, group);
    if (other && other->time < best.time) best = *other;
  };
  consider(CollectiveAlgorithm::tree);
  consider(CollectiveAlgorithm::in_network);
  consider(CollectiveAlgorithm::hierarchical);
  consider(CollectiveAlgorithm::halving_doubling);
  return best;
}

/// The route with what compression makes of the links between sites: as if they were so many times wider.
Route compressed_route(const GroupSpan& group, const Cluster& cluster) {
  Route route = route_of(group, cluster);
  for (std::size_t i = 0; i < route.count; ++i)
    if (route.hop[i].kind == LevelKind::sites) route.hop[i].share *= std::max(1.0, group.compression);
  return route;
}

CollectiveCost cost_on(const Route& route, CollectiveAlgorithm algorithm, Collective collective, Bytes whole,
                       const GroupSpan& group) {
  if (collective == Collective::point_to_point) return direct(whole, route);
  if (collective == Collective::all_to_all) return pairwise(whole, route);
  if (algorithm != CollectiveAlgorithm::automatic)
    if (const std::optional<CollectiveCost> named = by(algorithm, collective, whole, route, group)) return *named;
  return fastest(collective, whole, route, group);
}

/// With what the fibre between sites really carries.
CollectiveCost finished(CollectiveCost cost, const Route& route, const GroupSpan& group, const Cluster& cluster) {
  cost.start = (route.start - route.kernel_start) * group.taken;
  cost.time = cost.time * group.taken;
  for (const Hop& hop : route.hops()) {
    if (hop.kind != LevelKind::sites) continue;
    Bytes& fibre = through(cost, hop);
    fibre = fibre / std::max(1.0, group.compression);
    // Where few groups cross, each has more of the link than its GPUs' share: of all shares that is less.
    if (group.site_groups > 0)
      fibre *= static_cast<double>(group.site_groups) * hop.members / static_cast<double>(gpus_of_site(cluster));
  }
  return cost;
}

}  // namespace

CollectiveWay way_of(CollectiveAlgorithm algorithm) {
  // The first ways are the algorithms in their order.
  static_assert(static_cast<int>(CollectiveWay::in_network) == static_cast<int>(CollectiveAlgorithm::in_network) &&
                static_cast<int>(CollectiveWay::ring) == static_cast<int>(CollectiveAlgorithm::ring) &&
                static_cast<int>(CollectiveWay::tree) == static_cast<int>(CollectiveAlgorithm::tree) &&
                static_cast<int>(CollectiveWay::hierarchical) == static_cast<int>(CollectiveAlgorithm::hierarchical));
  return static_cast<CollectiveWay>(algorithm);
}

std::string_view why_not(CollectiveAlgorithm algorithm) {
  switch (algorithm) {
    case CollectiveAlgorithm::tree:
      return "a tree does all-reduces and broadcasts only";
    case CollectiveAlgorithm::in_network:
      return "switches that add up do all-reduces only, where there are such switches";
    case CollectiveAlgorithm::halving_doubling:
      return "it takes a power of two GPUs";
    case CollectiveAlgorithm::automatic:
    case CollectiveAlgorithm::ring:
    case CollectiveAlgorithm::hierarchical:
      break;
  }
  return "it runs elsewhere";
}

bool is_candidate(CollectiveAlgorithm algorithm, const GroupSpan& group) {
  if (algorithm == CollectiveAlgorithm::hierarchical) return group.sites > 1;
  return algorithm != CollectiveAlgorithm::halving_doubling;
}

BytesPerSecond group_bandwidth(const GroupSpan& group, const Cluster& cluster) {
  const Route route = route_of(group, cluster);
  const double link = cluster.gpu.scale_up_rate() * group.slower_link;
  const BytesPerSecond within = BytesPerSecond{std::max(1.0, link)} * route.torus_share;
  if (!route.across()) return within;
  return route.link ? min(within, route.network_rate()) : route.network_rate();
}

CollectiveCost all_to_all_cost(const AllToAllBytes& bytes, const GroupSpan& group, const Cluster& cluster) {
  if (group.size <= 1) return {};
  const Route route = compressed_route(group, cluster);
  return finished(all_to_all_on(bytes, route), route, group, cluster);
}

BytesPerSecond all_to_all_link_rate(const GroupSpan& group, const Cluster& cluster) {
  const Route route = route_of(group, cluster);
  return route.link ? route.hop[0].share * route.torus_share : BytesPerSecond{};
}

CollectiveCost collective_cost_by(CollectiveAlgorithm algorithm, Collective collective, Bytes whole,
                                  const GroupSpan& group, const Cluster& cluster) {
  if (group.size <= 1) return {};
  const Route route = compressed_route(group, cluster);
  return finished(cost_on(route, algorithm, collective, whole, group), route, group, cluster);
}

CollectiveCost collective_cost(Collective collective, Bytes whole, const GroupSpan& group, const Cluster& cluster) {
  return collective_cost_by(group.algorithm, collective, whole, group, cluster);
}

MeasuredBandwidth bandwidth_of(const CollectiveCost& cost, Collective collective, Bytes whole, std::int64_t size) {
  const Seconds time = cost.time - cost.start;
  if (size <= 1 || time <= Seconds{}) return {};
  const BytesPerSecond algorithm = whole / time;
  return {algorithm, algorithm * bus_factor(collective, size)};
}

}  // namespace shardscope
