#include "core/cluster/gpu_pool.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("pools follow each other in the order of GPUs, the last one without end") {
  Cluster cluster;
  cluster.gpu.title = "alone";
  CHECK(pool_of_gpu(cluster, 7) == 0);
  CHECK(kind_of_gpu(cluster, 7).title == "alone");
  for (const auto& [title, gpus] : {std::pair{"a", 5}, std::pair{"b", 0}, std::pair{"c", 3}}) {
    Pool pool;
    pool.gpu.title = title;
    pool.gpus = gpus;
    cluster.pools.push_back(pool);
  }
  CHECK(pool_of_gpu(cluster, 0) == 0);
  CHECK(pool_of_gpu(cluster, 4) == 0);
  CHECK(pool_of_gpu(cluster, 5) == 2);
  CHECK(kind_of_gpu(cluster, 7).title == "c");
  CHECK(pool_of_gpu(cluster, 8) == 2);
}

TEST_CASE("nodes have their pool's size where racks hold whole ones, rack by rack") {
  Cluster cluster;
  cluster.gpus = 128;  // racks of 4 nodes of 8
  CHECK(node_size_at(cluster, 100) == 8);
  cluster.pools = {{cluster.gpu, 48, {}, {}, {}}, {cluster.gpu, 80, 16, {}, {}}};
  CHECK(node_size_at(cluster, 0) == 8);
  CHECK(node_size_at(cluster, 60) == 8);  // in a rack that the first pool begins
  CHECK(node_size_at(cluster, 64) == 16);
  cluster.pools[1].gpus_per_node = 12;
  CHECK(node_size_at(cluster, 64) == 8);
}
