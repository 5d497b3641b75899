#include "core/cluster/fabric.h"

#include <doctest/doctest.h>

#include <vector>

#include "core/constants/constants.h"

using namespace shardscope;

namespace {

Cluster h100s(std::int64_t gpus) {
  Cluster cluster;
  cluster.gpu.family = GpuFamily::hopper;
  cluster.gpu.scale_up_bandwidth = 450e9;
  cluster.gpu.efficiency.scale_up = 0.72;
  cluster.gpus = gpus;
  cluster.scale_out_bandwidth = 50e9;
  return cluster;
}

std::vector<LevelKind> kinds_of(const Fabric& fabric) {
  std::vector<LevelKind> kinds;
  for (const FabricLevel& level : fabric.levels()) kinds.push_back(level.kind);
  return kinds;
}

}  // namespace

TEST_CASE("a cluster has the levels that it needs, and each holds its fan-out of the level below") {
  CHECK(kinds_of(fabric_of(h100s(8))) == std::vector{LevelKind::gpu, LevelKind::node});
  CHECK(kinds_of(fabric_of(h100s(32))) == std::vector{LevelKind::gpu, LevelKind::node, LevelKind::rack});
  Cluster large = h100s(1 << 20);
  large.topology.pod.gpus = 4096;
  large.topology.hall.gpus = 1 << 18;
  large.sites.number = 2;
  const Fabric fabric = fabric_of(large);
  CHECK(kinds_of(fabric) == std::vector{LevelKind::gpu, LevelKind::node, LevelKind::rack, LevelKind::pod,
                                        LevelKind::hall, LevelKind::site, LevelKind::sites});
  for (std::size_t i = 1; i < fabric.count; ++i)
    CHECK(fabric.level[i].gpus == fabric.level[i].fan_out * fabric.level[i - 1].gpus);
  CHECK(fabric.levels().back().gpus == 1 << 20);
}

TEST_CASE("an NVL72 rack is a domain of nodes, and PCIe cards meet in their node") {
  Cluster rack = h100s(144);
  rack.gpus_per_node = 4, rack.scale_up_domain = 72, rack.nodes_per_rack = 18;
  CHECK(kinds_of(fabric_of(rack)) == std::vector{LevelKind::gpu, LevelKind::node, LevelKind::domain, LevelKind::hall});
  Cluster cards = h100s(8);
  cards.scale_up_domain = 2;
  CHECK(kinds_of(fabric_of(cards)) == std::vector{LevelKind::gpu, LevelKind::domain, LevelKind::node});
}

TEST_CASE("oversubscription narrows what leaves the unit, and adds up on the way") {
  Cluster cluster = h100s(16384);
  cluster.topology.kind = TopologyKind::fat_tree;
  cluster.topology.pod.gpus = 2048;
  cluster.topology.rack.oversubscription = 2;
  cluster.topology.pod.oversubscription = 7;
  const Fabric fabric = fabric_of(cluster);
  const double card = 50e9 * shipped_constants.network_rate;
  CHECK(fabric.find(LevelKind::rack)->bandwidth.value == doctest::Approx(card));
  CHECK(fabric.find(LevelKind::pod)->bandwidth.value == doctest::Approx(card / 2));
  CHECK(fabric.find(LevelKind::hall)->bandwidth.value == doctest::Approx(card / 14));
  CHECK(fabric.find(LevelKind::hall)->oversubscription == 7);
  CHECK(fabric.find(LevelKind::site) == nullptr);
}

TEST_CASE("rails join a pod under one tier of switches, a plain tree joins racks under the next") {
  Cluster rails = h100s(16384);
  rails.topology.pod.gpus = 2048;
  rails.topology.rack.oversubscription = 2;
  Cluster tree = rails;
  tree.topology.kind = TopologyKind::fat_tree;
  const Fabric by_rail = fabric_of(rails), by_rack = fabric_of(tree);
  const double card = 50e9 * shipped_constants.network_rate, tier = shipped_constants.switch_tier_seconds;
  const auto latency = [](const Fabric& fabric, LevelKind kind) { return fabric.find(kind)->latency.value; };
  CHECK(by_rail.find(LevelKind::pod)->bandwidth.value == doctest::Approx(card));
  CHECK(by_rack.find(LevelKind::pod)->bandwidth.value == doctest::Approx(card / 2));
  for (const Fabric& fabric : {by_rail, by_rack}) CHECK(latency(fabric, LevelKind::rack) == doctest::Approx(5e-6));
  CHECK(latency(by_rail, LevelKind::pod) == doctest::Approx(5e-6));
  CHECK(latency(by_rack, LevelKind::pod) == doctest::Approx(5e-6 + tier));
  CHECK(latency(by_rail, LevelKind::hall) == doctest::Approx(5e-6 + tier));
  CHECK(latency(by_rack, LevelKind::hall) == doctest::Approx(5e-6 + 2 * tier));
}

TEST_CASE("a dragonfly's links between groups of switches count half for neighbours") {
  Cluster cluster = h100s(16384);
  cluster.topology.pod.gpus = 2048;
  cluster.topology.kind = TopologyKind::dragonfly;
  const Fabric fabric = fabric_of(cluster);
  CHECK(fabric.find(LevelKind::hall)->bandwidth.value ==
        doctest::Approx(fabric.find(LevelKind::pod)->bandwidth.value / 2));
}

TEST_CASE("light takes five microseconds a kilometre of fibre, and a site's GPUs share its link") {
  CHECK(fibre_latency(1000).value == doctest::Approx(5.0035e-6).epsilon(1e-3));
  Cluster cluster = h100s(2000);
  cluster.sites = {2, 1000e3, 100e9};
  const FabricLevel fibre = fabric_of(cluster).levels().back();
  CHECK(fibre.kind == LevelKind::sites);
  CHECK(fibre.latency.value == doctest::Approx(5.0035e-3 + 5e-6).epsilon(1e-3));
  CHECK(fibre.bandwidth.value == doctest::Approx(100e9 * shipped_constants.network_rate / 1000));
}

TEST_CASE("NVLink SHARP is where Hopper and later share switches, unless the topology says") {
  Cluster cluster = h100s(8);
  cluster.gpu.scale_up_domain = 8;
  CHECK(scale_up_reduces(cluster));
  cluster.gpu.family = GpuFamily::ampere;
  CHECK_FALSE(scale_up_reduces(cluster));
  cluster.topology.scale_up_reduction = true;
  CHECK(scale_up_reduces(cluster));
}

TEST_CASE("a torus is as near a cube as its GPUs allow") {
  CHECK(near_cube(4096) == std::array<std::int64_t, 3>{16, 16, 16});
  CHECK(near_cube(8960) == std::array<std::int64_t, 3>{20, 16, 28});
  CHECK(near_cube(7) == std::array<std::int64_t, 3>{1, 1, 7});
  for (const std::int64_t gpus : {1, 12, 100, 1024, 99991}) {
    const std::array<std::int64_t, 3> axes = near_cube(gpus);
    CHECK(axes[0] * axes[1] * axes[2] == gpus);
  }
}

TEST_CASE("two GPUs meet at the nearest level that holds both") {
  const Fabric fabric = fabric_of(h100s(1024));
  CHECK(common_level(fabric, 3, 3).kind == LevelKind::gpu);
  CHECK(common_level(fabric, 3, 7).kind == LevelKind::node);
  CHECK(common_level(fabric, 7, 8).kind == LevelKind::rack);
  CHECK(common_level(fabric, 0, 1023).kind == LevelKind::hall);
}

TEST_CASE("a site ends between machines: whole domains, else whole nodes, else what there is") {
  Cluster cluster;
  cluster.gpus = 65'536;
  const auto with = [&](std::int64_t sites, std::int64_t domain) {
    cluster.sites.number = sites, cluster.scale_up_domain = domain;
    return gpus_of_site(cluster);
  };
  CHECK(with(1, 8) == 65'536);
  CHECK(with(2, 8) == 32'768);
  CHECK(with(3, 8) == 21'848);
  CHECK(with(3, 64) == 21'888);
  CHECK(with(3, 32'768) == 21'848);
  cluster.gpus = 12;
  CHECK(with(2, 8) == 8);
  CHECK(with(3, 8) == 4);
}
