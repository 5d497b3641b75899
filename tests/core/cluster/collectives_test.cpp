#include "core/cluster/collectives.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/constants/constants.h"
#include "tests/core/cluster/textbook_times.h"

using namespace shardscope;

namespace {

Cluster dgx_h100() {
  Cluster cluster;
  cluster.gpu.scale_up_bandwidth = 450e9;
  cluster.gpu.efficiency.scale_up = 0.72;
  cluster.gpus_per_node = 8;
  cluster.scale_up_domain = 8;
  cluster.scale_out_bandwidth = 50e9;
  return cluster;
}

GroupSpan inside(std::int64_t size) {
  return {size, 1, size, 1, Reach::node};
}
GroupSpan across(std::int64_t size, std::int64_t in_domain) {
  return {size, 1, in_domain, size / in_domain, Reach::rack};
}

}  // namespace

TEST_CASE("a ring sends (n-1)/n of the tensor, an all-reduce twice that") {
  const Cluster cluster = dgx_h100();
  const Bytes whole{8e9};
  const CollectiveCost gather = collective_cost(Collective::all_gather, whole, inside(8), cluster);
  CHECK(gather.sent_per_gpu.value == doctest::Approx(7e9));
  const double filled = std::sqrt(7 * shipped_constants.scale_up_hop_seconds);
  const double sent = std::sqrt(7e9 / (450e9 * 0.72 * shipped_constants.link_gain));
  CHECK(gather.time.value == doctest::Approx(shipped_constants.collective_seconds + (filled + sent) * (filled + sent)));
  const CollectiveCost reduce =
      collective_cost_by(CollectiveAlgorithm::ring, Collective::all_reduce, whole, inside(8), cluster);
  CHECK(reduce.sent_per_gpu.value == doctest::Approx(14e9));
  CHECK(reduce.time.value == doctest::Approx(2 * gather.time.value - shipped_constants.collective_seconds));
}

TEST_CASE("eight H100s reach the bus bandwidth that was measured, within 15%") {
  // nccl-tests all_gather of 8 GB on 8 H100/H200: 330 to 367 GB/s (stas00/ml-engineering, network tables).
  const CollectiveCost cost = collective_cost(Collective::all_gather, Bytes{8e9}, inside(8), dgx_h100());
  CHECK((cost.sent_per_gpu / cost.time).value == doctest::Approx(348e9).epsilon(0.15));
}

TEST_CASE("across nodes a group has the cards of its members in a node, and no more than their link") {
  const Cluster cluster = dgx_h100();
  CHECK(group_bandwidth(across(16, 1), cluster).value == doctest::Approx(50e9 * shipped_constants.network_rate));
  CHECK(group_bandwidth(across(16, 4), cluster).value == doctest::Approx(200e9 * shipped_constants.network_rate));
  Cluster fast = cluster;
  fast.scale_out_bandwidth = 100e9;
  CHECK(group_bandwidth(across(64, 8), fast).value == group_bandwidth(inside(8), fast).value);
  CHECK(group_bandwidth(across(64, 8), fast).value == doctest::Approx(450e9 * 0.72));
}

TEST_CASE("a group of one communicates nothing") {
  for (const Collective kind :
       {Collective::all_gather, Collective::all_reduce, Collective::all_to_all, Collective::point_to_point}) {
    const CollectiveCost cost = collective_cost(kind, Bytes{1e9}, inside(1), dgx_h100());
    CHECK(cost.time.value == 0);
    CHECK(cost.sent_per_gpu.value == 0);
  }
}

TEST_CASE("more bytes never take less time") {
  for (const Collective kind : {Collective::all_gather, Collective::reduce_scatter, Collective::all_reduce,
                                Collective::all_to_all, Collective::point_to_point}) {
    double last = 0;
    for (double bytes = 1; bytes < 1e12; bytes *= 7) {
      const double time = collective_cost(kind, Bytes{bytes}, across(32, 8), dgx_h100()).time.value;
      CHECK(time >= last);
      last = time;
    }
  }
}

TEST_CASE("a ring pays each hop's latency, a tree each level's") {
  Cluster cluster = dgx_h100();
  cluster.scale_out_latency_seconds = 1e-3;
  const double start = shipped_constants.collective_seconds;
  const Bytes whole{64e6};
  const double rate = 8 * 50e9 * shipped_constants.network_rate;
  const CollectiveCost gather = collective_cost(Collective::all_gather, whole, across(512, 8), cluster);
  CHECK(gather.way == CollectiveWay::ring);
  // The longer of the network's leg, all hops within nodes counted too, and of the links', where messages go in pieces.
  const double hop = shipped_constants.scale_up_hop_seconds, link = 450e9 * 0.72 * shipped_constants.link_gain;
  const auto ring = [&](double bytes, double rounds) {
    const double pieces = std::sqrt(511 * rounds * hop) + std::sqrt(bytes / link);
    return std::max(rounds * (63e-3 + 448 * hop) + bytes / rate, pieces * pieces + rounds * 63 * (1e-3 - hop));
  };
  CHECK(gather.time.value == doctest::Approx(start + ring(64e6 * 511 / 512, 1)));
  const CollectiveCost small = collective_cost(Collective::all_reduce, whole, across(512, 8), cluster);
  CHECK(small.way == CollectiveWay::tree);
  const double pieces = std::sqrt(2 * 13 * hop) + std::sqrt(2 * 64e6 / link);  // 7 hops in a node, 6 levels of nodes
  CHECK(small.time.value ==
        doctest::Approx(start + std::max(2 * (6e-3 + 7 * hop + 64e6 / rate), pieces * pieces + 2 * 6 * (1e-3 - hop))));
  const CollectiveCost large = collective_cost(Collective::all_reduce, Bytes{1e14}, across(512, 8), cluster);
  CHECK(large.way == CollectiveWay::ring);
  CHECK(large.time.value == doctest::Approx(start + ring(1e14 * 2 * 511 / 512, 2)));
}

TEST_CASE("an all-to-all sends by its own card what leaves the domain, and by the link what leaves the GPU") {
  Cluster cluster = dgx_h100();
  cluster.gpus = 32;
  const auto pieces = [](double seconds) {
    const double root = std::sqrt(shipped_constants.all_to_all_seconds) + std::sqrt(seconds);
    return root * root;
  };
  const CollectiveCost over = collective_cost(Collective::all_to_all, Bytes{8e9}, across(32, 8), cluster);
  CHECK(over.sent_per_gpu.value == doctest::Approx(8e9 * 31 / 32));              // to all others
  CHECK(over.through[index_of(LevelKind::rack)].value == doctest::Approx(6e9));  // three of four domains are elsewhere
  CHECK(over.time.value == doctest::Approx(shipped_constants.collective_seconds + cluster.scale_out_latency_seconds +
                                           pieces(6e9 / (50e9 * shipped_constants.network_rate))));
  const CollectiveCost within = collective_cost(Collective::all_to_all, Bytes{8e9}, inside(8), cluster);
  CHECK(within.sent_per_gpu.value == doctest::Approx(7e9));
  CHECK(within.time.value == doctest::Approx(shipped_constants.collective_seconds + pieces(7e9 / (450e9 * 0.72))));
}

TEST_CASE("on rails what goes to another rail passes the node's link, in a plain tree it takes the network at once") {
  Cluster cluster = dgx_h100();
  cluster.gpus = 32;
  const auto over_link = [&](TopologyKind kind) {
    cluster.topology.kind = kind;
    const CollectiveCost cost = collective_cost(Collective::all_to_all, Bytes{8e9}, across(32, 8), cluster);
    CHECK(cost.through[static_cast<std::size_t>(LevelKind::rack)].value == doctest::Approx(6e9));
    return cost.through[static_cast<std::size_t>(LevelKind::node)].value;
  };
  CHECK(over_link(TopologyKind::fat_tree) == doctest::Approx(8e9 * 7 / 32));         // to the node's own seven
  CHECK(over_link(TopologyKind::rail_optimized) == doctest::Approx(8e9 * 28 / 32));  // to all but the own rail's four
}

TEST_CASE("four GPUs of an H200 node use a ring, five and more the switches that add up, as NCCL does") {
  Cluster cluster = dgx_h100();
  cluster.gpu.family = GpuFamily::hopper;
  CHECK(collective_cost(Collective::all_reduce, Bytes{8e9}, inside(4), cluster).way == CollectiveWay::ring);
  for (const std::int64_t gpus : {5, 6, 7, 8})
    CHECK(collective_cost(Collective::all_reduce, Bytes{8e9}, inside(gpus), cluster).way == CollectiveWay::in_network);
  CHECK(collective_cost(Collective::all_gather, Bytes{8e9}, inside(8), cluster).way == CollectiveWay::ring);
}

TEST_CASE("a forced algorithm is used and named; what it can't do the fastest other does") {
  const Cluster cluster = dgx_h100();
  GroupSpan group = across(64, 8);
  const auto named = [&](CollectiveAlgorithm algorithm, Collective what) {
    group.algorithm = algorithm;
    return std::string(name_of(collective_cost(what, Bytes{1e9}, group, cluster).way));
  };
  CHECK(named(CollectiveAlgorithm::ring, Collective::all_reduce) == "ring");
  CHECK(named(CollectiveAlgorithm::tree, Collective::all_reduce) == "tree");
  CHECK(named(CollectiveAlgorithm::tree, Collective::all_gather) == "ring");
  CHECK(named(CollectiveAlgorithm::hierarchical, Collective::all_gather) == "hierarchical");
  CHECK(named(CollectiveAlgorithm::halving_doubling, Collective::all_reduce) == "halving-doubling");
  CHECK(named(CollectiveAlgorithm::in_network, Collective::all_gather) == "ring");
  group = across(48, 8);
  CHECK(named(CollectiveAlgorithm::halving_doubling, Collective::all_reduce) != "halving-doubling");
}

TEST_CASE("the fastest is never slower than the algorithms that NCCL has") {
  Cluster cluster = dgx_h100();
  cluster.gpu.family = GpuFamily::hopper;
  for (const double bytes : {1e3, 1e6, 1e9, 1e11})
    for (const GroupSpan& group : {inside(8), across(16, 8), across(512, 8), across(64, 1)}) {
      const Seconds best = collective_cost(Collective::all_reduce, Bytes{bytes}, group, cluster).time;
      for (const auto algorithm :
           {CollectiveAlgorithm::ring, CollectiveAlgorithm::tree, CollectiveAlgorithm::in_network})
        CHECK(best <= collective_cost_by(algorithm, Collective::all_reduce, Bytes{bytes}, group, cluster).time);
    }
}

TEST_CASE("one GPU a domain, each algorithm takes its textbook time and the framework's start") {
  Cluster cluster = dgx_h100();
  cluster.gpus_per_node = 1, cluster.scale_up_domain = 1;
  const GroupSpan group = across(64, 1);
  const Link link{Seconds{cluster.scale_out_latency_seconds}, BytesPerSecond{50e9 * shipped_constants.network_rate}};
  const Bytes whole{640e6};
  const double start = shipped_constants.collective_seconds;
  const auto took = [&](CollectiveAlgorithm algorithm, Collective what) {
    return collective_cost_by(algorithm, what, whole, group, cluster).time.value;
  };
  using enum CollectiveAlgorithm;
  for (const Collective what : {Collective::all_gather, Collective::reduce_scatter})
    CHECK(took(ring, what) == doctest::Approx(start + ring_time(what, 64, whole, link)->value));
  CHECK(took(ring, Collective::all_reduce) ==
        doctest::Approx(start + ring_time(Collective::all_reduce, 64, whole, link)->value));
  CHECK(took(tree, Collective::all_reduce) ==
        doctest::Approx(start + tree_time(Collective::all_reduce, 64, whole, link)->value));
  CHECK(took(halving_doubling, Collective::all_reduce) ==
        doctest::Approx(2 * start + halving_doubling_time(Collective::all_reduce, 64, whole, link)->value));
  CHECK(took(hierarchical, Collective::all_gather) ==
        doctest::Approx(start + ring_time(Collective::all_gather, 64, whole, link)->value));
  CHECK(took(ring, Collective::broadcast) ==
        doctest::Approx(start + ring_time(Collective::broadcast, 64, whole, link)->value));
}

TEST_CASE("SHARP across domains sends the data once, two trees twice") {
  Cluster cluster = dgx_h100();
  cluster.gpus = 512;
  cluster.gpu.family = GpuFamily::hopper;
  const Bytes whole{64e9};
  const double plain =
      collective_cost_by(CollectiveAlgorithm::in_network, Collective::all_reduce, whole, across(512, 8), cluster)
          .time.value;
  cluster.topology.scale_out_reduction = true;
  const CollectiveCost sharp =
      collective_cost_by(CollectiveAlgorithm::in_network, Collective::all_reduce, whole, across(512, 8), cluster);
  CHECK(plain / sharp.time.value > 1.4);
  CHECK(plain / sharp.time.value < 2);
}

TEST_CASE("sites are the narrowest, and compression widens only them") {
  Cluster cluster = dgx_h100();
  cluster.gpus = 1024;
  cluster.sites = {2, 100e3, 50e9};
  GroupSpan group{64, 8, 1, 64, Reach::site};
  const CollectiveCost near = collective_cost(Collective::all_reduce, Bytes{1e9}, group, cluster);
  group.sites = 2;
  const CollectiveCost far = collective_cost(Collective::all_reduce, Bytes{1e9}, group, cluster);
  CHECK(far.narrowest == LevelKind::sites);
  CHECK(near.narrowest != LevelKind::sites);
  CHECK(far.through[index_of(LevelKind::sites)].value > 0);
  // Two sites' ring, 2·(1/2) of each GPU's gigabyte through 32 members' share of 50 GB/s for 512 GPUs.
  const double fibre = 1e9 / (50e9 * shipped_constants.network_rate / 512 * 32);
  CHECK(far.time.value > fibre);
  CHECK(far.time.value < 2.2 * fibre);
  group.compression = 4;
  CHECK(collective_cost(Collective::all_reduce, Bytes{1e9}, group, cluster).time < far.time * 0.4);
  group.sites = 1;
  CHECK(collective_cost(Collective::all_reduce, Bytes{1e9}, group, cluster).time == near.time);
}

TEST_CASE("an exchange with one member a site goes through each member's card") {
  Cluster cluster = dgx_h100();
  cluster.gpus = 16;
  cluster.sites = {2, 0, 1e12};  // the fibre is wider than all cards
  GroupSpan pair{2, 8, 1, 2, Reach::site};
  pair.sites = 2, pair.site_groups = 8;
  const CollectiveCost cost = collective_cost(Collective::all_gather, Bytes{8e9}, pair, cluster);
  const double card = 50e9 * shipped_constants.network_rate;
  CHECK((cost.sent_per_gpu / cost.time).value <= card);
  CHECK((cost.sent_per_gpu / cost.time).value == doctest::Approx(card).epsilon(0.01));
}

TEST_CASE("a ring over two nodes is slower than in one, and no faster than the hops that it has") {
  Cluster cluster = dgx_h100();
  cluster.gpus = 16;
  const auto gather = [&](const GroupSpan& group) {
    return collective_cost(Collective::all_gather, Bytes{17e6}, group, cluster).time;
  };
  CHECK(gather(across(16, 8)) > gather(inside(8)));
  CHECK(gather(across(16, 8)) > gather(inside(16)));
}

TEST_CASE("what leaves the domain and what doesn't are all that is sent, by every algorithm") {
  Cluster cluster = dgx_h100();
  cluster.gpus = 512;
  cluster.gpu.family = GpuFamily::hopper;
  for (const Collective what : {Collective::all_gather, Collective::all_reduce, Collective::all_to_all,
                                Collective::point_to_point, Collective::broadcast})
    for (std::size_t i = 0; i < count_of<CollectiveAlgorithm>; ++i)
      for (const GroupSpan& group : {inside(8), across(16, 8), across(64, 1), across(512, 4)}) {
        const CollectiveCost cost =
            collective_cost_by(static_cast<CollectiveAlgorithm>(i), what, Bytes{1e9}, group, cluster);
        Bytes sum;
        for (const Bytes each : cost.reaching) sum += each;
        CHECK(sum.value == doctest::Approx(cost.sent_per_gpu.value));
        CHECK((cost.reaching[index_of(Reach::node)] == sum) == (group.domains == 1));
      }
}
