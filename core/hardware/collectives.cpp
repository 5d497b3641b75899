#include "core/hardware/collectives.h"

#include <algorithm>
#include <cmath>

#include "core/hardware/constants.h"

namespace shardscope {

namespace {

BytesPerSecond scale_up(const Cluster& cluster) {
  return BytesPerSecond{std::max(1.0, cluster.gpu.scale_up_bandwidth * cluster.gpu.efficiency.scale_up)};
}

BytesPerSecond scale_out(const Cluster& cluster, double members) {
  const BytesPerSecond cards{std::max(1.0, members * cluster.scale_out_bandwidth * constants::network_rate)};
  // With one GPU a domain there is no link to be held back by.
  const BytesPerSecond link{cluster.gpu.scale_up_bandwidth * constants::network_rate};
  return cluster.scale_up_domain.value_or(cluster.gpus_per_node) > 1 && link.value > 0 ? min(cards, link) : cards;
}

}  // namespace

BytesPerSecond group_bandwidth(const GroupSpan& group, const Cluster& cluster) {
  if (group.domains <= 1) return scale_up(cluster);
  return scale_out(cluster, static_cast<double>(std::max<std::int64_t>(1, group.in_domain)));
}

CollectiveCost collective_cost(Collective collective, Bytes whole, const GroupSpan& group, const Cluster& cluster) {
  if (group.size <= 1) return {Seconds{}, Bytes{}, "none"};
  const auto size = static_cast<double>(group.size);
  const auto domains = static_cast<double>(std::max<std::int64_t>(1, group.domains));
  const bool across = domains > 1;
  const Seconds start{constants::collective_seconds};
  const Seconds hop{across ? cluster.scale_out_latency_seconds : 0};
  if (collective == Collective::point_to_point) {
    // Neighbours of a pipeline may share a domain only where the whole group does; each sends over its own card.
    const BytesPerSecond rate = across ? scale_out(cluster, 1) : scale_up(cluster);
    return {start + hop + whole / rate, whole, "direct"};
  }
  if (collective == Collective::all_to_all) {
    // Each GPU sends by its own card what leaves the domain; the rest goes over the link beside it.
    const double elsewhere = across ? 1 - 1 / domains : (size - 1) / size;
    const Bytes sent = whole * elsewhere;
    return {start + hop + sent / (across ? scale_out(cluster, 1) : scale_up(cluster)), sent, "pairwise"};
  }
  const BytesPerSecond rate = group_bandwidth(group, cluster);
  const double rounds = collective == Collective::all_reduce ? 2 : 1;
  const Bytes sent = whole * (rounds * (size - 1) / size);
  const CollectiveCost ring{(start + hop * (domains - 1)) * rounds + sent / rate, sent, "ring"};
  if (collective != Collective::all_reduce) return ring;
  // Up a tree and down again: every byte both ways, but only as many hops as the tree is deep.
  const CollectiveCost tree{(start + hop * std::ceil(std::log2(domains))) * rounds + whole * rounds / rate,
                            whole * rounds, "tree"};
  return tree.time < ring.time ? tree : ring;
}

}  // namespace shardscope
