#include "core/hardware/collectives.h"

#include <doctest/doctest.h>

#include "core/hardware/constants.h"

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
  return {size, 1, size, 1, Level::node};
}
GroupSpan across(std::int64_t size, std::int64_t in_domain) {
  return {size, 1, in_domain, size / in_domain, Level::rack};
}

}  // namespace

TEST_CASE("a ring sends (n-1)/n of the tensor, an all-reduce twice that") {
  const Cluster cluster = dgx_h100();
  const Bytes whole{8e9};
  const CollectiveCost gather = collective_cost(Collective::all_gather, whole, inside(8), cluster);
  CHECK(gather.sent_per_gpu.value == doctest::Approx(7e9));
  CHECK(gather.time.value == doctest::Approx(constants::collective_seconds + 7e9 / (450e9 * 0.72)));
  const CollectiveCost reduce = collective_cost(Collective::all_reduce, whole, inside(8), cluster);
  CHECK(reduce.sent_per_gpu.value == doctest::Approx(14e9));
  CHECK(reduce.time.value == doctest::Approx(2 * gather.time.value));
}

TEST_CASE("eight H100s reach the bus bandwidth that was measured, within 15%") {
  // nccl-tests all_gather of 8 GB on 8 H100/H200: 330 to 367 GB/s (stas00/ml-engineering, network tables).
  const CollectiveCost cost = collective_cost(Collective::all_gather, Bytes{8e9}, inside(8), dgx_h100());
  CHECK((cost.sent_per_gpu / cost.time).value == doctest::Approx(348e9).epsilon(0.15));
}

TEST_CASE("across nodes a group has the cards of its members in a node, and no more than their link") {
  const Cluster cluster = dgx_h100();
  CHECK(group_bandwidth(across(16, 1), cluster).value == doctest::Approx(50e9 * constants::network_rate));
  CHECK(group_bandwidth(across(16, 4), cluster).value == doctest::Approx(200e9 * constants::network_rate));
  Cluster fast = cluster;
  fast.scale_out_bandwidth = 100e9;
  CHECK(group_bandwidth(across(64, 8), fast).value == doctest::Approx(450e9 * constants::network_rate));
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

TEST_CASE("a ring pays the network's latency once a hop, a tree once a level") {
  Cluster cluster = dgx_h100();
  cluster.scale_out_latency_seconds = 1e-3;
  const double start = constants::collective_seconds;
  const Bytes whole{64e6};
  const double rate = group_bandwidth(across(512, 8), cluster).value;
  const CollectiveCost gather = collective_cost(Collective::all_gather, whole, across(512, 8), cluster);
  CHECK(gather.algorithm == "ring");
  CHECK(gather.time.value == doctest::Approx(start + 63e-3 + 64e6 * 511 / 512 / rate));
  const CollectiveCost small = collective_cost(Collective::all_reduce, whole, across(512, 8), cluster);
  CHECK(small.algorithm == "tree");
  CHECK(small.time.value == doctest::Approx(2 * (start + 6e-3 + 64e6 / rate)));
  const CollectiveCost large = collective_cost(Collective::all_reduce, Bytes{1e14}, across(512, 8), cluster);
  CHECK(large.algorithm == "ring");
  CHECK(large.time.value == doctest::Approx(2 * (start + 63e-3) + 1e14 * 2 * 511 / 512 / rate));
}

TEST_CASE("published collectives are met within 17%") {
  struct Row {
    const char* source;
    Collective kind;
    double bytes, link, link_reached, card, published_seconds;  // card: bytes/s a GPU
    std::int64_t nodes;                                         // of eight GPUs
  };
  constexpr auto gather = Collective::all_gather, scatter = Collective::reduce_scatter, reduce = Collective::all_reduce;
  const Row rows[] = {
      {"ai-dynamo/aiconfigurator nccl_perf @095f58a, A100", gather, 536870912, 300e9, 0.70, 25e9, 2288e-6, 1},
      {"ai-dynamo/aiconfigurator nccl_perf @095f58a, A100", scatter, 536870912, 300e9, 0.70, 25e9, 2207e-6, 1},
      {"ai-dynamo/aiconfigurator nccl_perf @095f58a, H100", gather, 536870912, 450e9, 0.72, 50e9, 1402e-6, 1},
      {"ai-dynamo/aiconfigurator nccl_perf @095f58a, H100", scatter, 536870912, 450e9, 0.72, 50e9, 1399e-6, 1},
      {"NVIDIA/nccl-tests issues, A100, 4 x 200 Gb/s a node", reduce, 134217728, 300e9, 0.70, 12.5e9, 2698.7e-6, 2},
      {"NVIDIA/nccl-tests issues, A100, 4 x 200 Gb/s a node", reduce, 2147483648, 300e9, 0.70, 12.5e9, 44914e-6, 2},
      {"drmysore/nebius-h100-16gpu-benchmark, README", reduce, 1e9, 450e9, 0.72, 50e9, 4520e-6, 2},
      {"aws-samples/awsome-distributed-training @7217859, H200", reduce, 17179869184, 450e9, 0.72, 50e9, 92173e-6, 16},
  };
  for (const Row& row : rows) {
    CAPTURE(row.source);
    CAPTURE(row.bytes);
    Cluster cluster = dgx_h100();
    cluster.gpu.scale_up_bandwidth = row.link;
    cluster.gpu.efficiency.scale_up = row.link_reached;
    cluster.scale_out_bandwidth = row.card;
    const GroupSpan group = row.nodes == 1 ? inside(8) : across(8 * row.nodes, 8);
    const double time = collective_cost(row.kind, Bytes{row.bytes}, group, cluster).time.value;
    CHECK(time == doctest::Approx(row.published_seconds).epsilon(0.17));
  }
}

TEST_CASE("an all-to-all sends by its own card what leaves the domain, and by the link what leaves the GPU") {
  const Cluster cluster = dgx_h100();
  const CollectiveCost over = collective_cost(Collective::all_to_all, Bytes{8e9}, across(32, 8), cluster);
  CHECK(over.sent_per_gpu.value == doctest::Approx(6e9));  // three of four domains are elsewhere
  CHECK(over.time.value == doctest::Approx(constants::collective_seconds + cluster.scale_out_latency_seconds +
                                           6e9 / (50e9 * constants::network_rate)));
  const CollectiveCost within = collective_cost(Collective::all_to_all, Bytes{8e9}, inside(8), cluster);
  CHECK(within.sent_per_gpu.value == doctest::Approx(7e9));
  CHECK(within.time.value == doctest::Approx(constants::collective_seconds + 7e9 / (450e9 * 0.72)));
}
