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
