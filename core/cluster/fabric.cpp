#include "core/cluster/fabric.h"

#include <algorithm>

#include "core/base/saturating.h"
#include "core/scenario/gpu_family.h"

namespace shardscope {

namespace {

constexpr double speed_of_light = 299'792'458;  // m/s

/// Collects levels from the GPU up; one that holds no more than the level below isn't there.
class Builder {
 public:
  explicit Builder(const Cluster& cluster) {
    fabric_.gpus = at_least_one(cluster.gpus);
    fabric_.topology = cluster.topology.kind;
    add({LevelKind::gpu, 1, 1, BytesPerSecond{cluster.gpu.memory_bandwidth}, Seconds{}, 1, false});
  }
  void add(FabricLevel level) {
    if (fabric_.count > 0) {
      const FabricLevel& below = fabric_.level[fabric_.count - 1];
      level.gpus = std::min(level.gpus, fabric_.gpus);
      if (level.gpus <= below.gpus) return;
      level.fan_out = divided_up(level.gpus, below.gpus);
    }
    fabric_.level[fabric_.count++] = level;
  }
  [[nodiscard]] const FabricLevel& top() const { return fabric_.level[fabric_.count - 1]; }
  Fabric take() { return fabric_; }
  void set_torus(std::array<std::int64_t, 3> axes) { fabric_.torus = axes; }

 private:
  Fabric fabric_;
};

/// `tiers` of switches lie above the first one on the way.
Seconds latency_of(const NetworkLevel& level, const Cluster& cluster, int tiers) {
  return Seconds{level.latency_seconds.value_or(cluster.scale_out_latency_seconds +
                                                tiers * cluster.constants.switch_tier_seconds)};
}

/// Rack, pod, hall and what joins halls: the network card's bandwidth, less what the levels below are oversubscribed.
void add_network(Builder& builder, const Cluster& cluster, std::int64_t site_gpus) {
  const Topology& topology = cluster.topology;
  const bool reduces = topology.scale_out_reduction;
  const std::int64_t node = at_least_one(cluster.gpus_per_node);
  double share = cluster.scale_out_rate();
  double over = 1;
  // Where the scale-up domain is smaller than the node, the rest of the node is reached as other nodes are.
  builder.add(
      {LevelKind::node, std::min(node, site_gpus), 1, BytesPerSecond{share}, latency_of({}, cluster, 0), 1, reduces});
  int tiers = 0;
  const auto join = [&](LevelKind kind, std::int64_t gpus, const NetworkLevel& level, double links_up, bool switches,
                        bool adversarial) {
    const double rate = share / (adversarial ? 2 : 1);
    builder.add(
        {kind, std::min(gpus, site_gpus), 1, BytesPerSecond{rate}, latency_of(level, cluster, tiers), over, reduces});
    over = switches ? std::max(1.0, links_up) : 1;
    share /= over;
    if (switches) ++tiers;
  };
  const bool dragonfly = topology.kind == TopologyKind::dragonfly;
  const bool rack_switches = topology.kind == TopologyKind::fat_tree;
  join(LevelKind::rack, saturating_product({node, at_least_one(cluster.nodes_per_rack)}), topology.rack,
       topology.rack.oversubscription, rack_switches, false);
  if (topology.pod.gpus)
    join(LevelKind::pod, *topology.pod.gpus, topology.pod, topology.pod.oversubscription, true, false);
  join(LevelKind::hall, topology.hall.gpus.value_or(site_gpus), topology.hall, topology.hall.oversubscription, true,
       dragonfly);
  join(LevelKind::site, site_gpus, {}, 1, true, dragonfly);
}

}  // namespace

const FabricLevel* Fabric::find(LevelKind kind) const {
  for (std::size_t i = 0; i < count; ++i)
    if (level[i].kind == kind) return &level[i];
  return nullptr;
}

std::int64_t gpus_of_site(const Cluster& cluster) {
  const std::int64_t gpus = at_least_one(cluster.gpus), sites = at_least_one(cluster.sites.number);
  const std::int64_t node = at_least_one(cluster.gpus_per_node);
  std::int64_t unit = scale_up_domain_of(cluster);
  if (divided_up(gpus, unit) < sites) unit = node;
  if (divided_up(gpus, unit) < sites) unit = 1;
  const std::int64_t units = divided_up(divided_up(gpus, unit), sites);
  return std::min(gpus, saturating_product({unit, units}));
}

std::int64_t gpus_of_domain(const Cluster& cluster) {
  const std::int64_t domain = scale_up_domain_of(cluster);
  return has_sites(cluster) ? std::min(domain, gpus_of_site(cluster)) : domain;
}

Seconds fibre_latency(double meters) {
  return Seconds{meters / (speed_of_light * 2 / 3)};
}

bool scale_up_reduces(const Cluster& cluster) {
  if (cluster.topology.scale_up_reduction) return *cluster.topology.scale_up_reduction;
  return facts_of(cluster.gpu.family).switch_reduces && cluster.gpu.scale_up_domain >= 4 &&
         cluster.topology.kind != TopologyKind::torus;
}

std::array<std::int64_t, 3> near_cube(std::int64_t gpus) {
  gpus = at_least_one(gpus);
  const auto divisor_near = [](std::int64_t count, auto&& small_enough) {
    std::int64_t best = 1;
    for (std::int64_t d = 1; small_enough(d); ++d)
      if (count % d == 0) best = d;
    return best;
  };
  const std::int64_t first = divisor_near(gpus, [&](std::int64_t d) { return d * d * d <= gpus; });
  const std::int64_t rest = gpus / first;
  const std::int64_t second = divisor_near(rest, [&](std::int64_t d) { return d * d <= rest; });
  return {first, second, rest / second};
}

Fabric fabric_of(const Cluster& cluster) {
  Builder builder(cluster);
  const Topology& topology = cluster.topology;
  const std::int64_t gpus = at_least_one(cluster.gpus), site_gpus = gpus_of_site(cluster);
  const BytesPerSecond link{std::max(1.0, cluster.gpu.scale_up_rate())};
  const Seconds hop{cluster.constants.scale_up_hop_seconds};
  const std::int64_t domain = scale_up_domain_of(cluster);
  const bool reduces = scale_up_reduces(cluster);
  const std::int64_t inner = std::min(domain, at_least_one(cluster.gpus_per_node));
  if (domain > inner) builder.add({LevelKind::node, std::min(inner, site_gpus), 1, link, hop, 1, reduces});
  const LevelKind kind = domain == inner && domain == cluster.gpus_per_node ? LevelKind::node : LevelKind::domain;
  builder.add({kind, std::min(domain, site_gpus), 1, link, hop, 1, reduces});
  if (topology.kind == TopologyKind::torus) {
    std::array<std::int64_t, 3> axes = near_cube(domain);
    if (topology.torus && topology.torus->size() == 3)
      for (std::size_t i = 0; i < 3; ++i) axes[i] = at_least_one((*topology.torus)[i]);
    builder.set_torus(axes);
  }
  add_network(builder, cluster, site_gpus);
  if (has_sites(cluster))
    builder.add(
        {LevelKind::sites, gpus, 1,
         BytesPerSecond{cluster.sites.bandwidth * cluster.constants.network_rate / static_cast<double>(site_gpus)},
         fibre_latency(cluster.sites.distance_meters) + Seconds{cluster.scale_out_latency_seconds}, 1, false});
  return builder.take();
}

const FabricLevel& common_level(const Fabric& fabric, std::int64_t gpu, std::int64_t other) {
  for (std::size_t i = 0; i < fabric.count; ++i)
    if (gpu / fabric.level[i].gpus == other / fabric.level[i].gpus) return fabric.level[i];
  return fabric.level[fabric.count - 1];
}

}  // namespace shardscope
