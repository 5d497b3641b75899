#include "core/cluster/gpu_pool.h"

#include <algorithm>

#include "core/base/saturating.h"
#include "core/cluster/fabric.h"

namespace shardscope {

std::size_t pool_of_gpu(const Cluster& cluster, std::int64_t gpu) {
  std::int64_t end = 0;
  for (std::size_t i = 0; i < cluster.pools.size(); ++i)
    if (gpu < (end += cluster.pools[i].gpus)) return i;
  return cluster.pools.empty() ? 0 : cluster.pools.size() - 1;
}

const Gpu& kind_of_gpu(const Cluster& cluster, std::int64_t gpu) {
  return cluster.pools.empty() ? cluster.gpu : cluster.pools[pool_of_gpu(cluster, gpu)].gpu;
}

namespace {

std::int64_t usual_node(const Cluster& cluster) {
  return at_least_one(cluster.gpus_per_node);
}

std::int64_t gpus_of_rack(const Cluster& cluster) {
  return saturating_product({usual_node(cluster), at_least_one(cluster.nodes_per_rack)});
}

}  // namespace

std::int64_t node_size_of(const Cluster& cluster, std::size_t pool) {
  const std::int64_t usual = usual_node(cluster);
  if (pool >= cluster.pools.size() || !cluster.pools[pool].gpus_per_node) return usual;
  const std::int64_t own = at_least_one(*cluster.pools[pool].gpus_per_node);
  return gpus_of_rack(cluster) % own == 0 ? own : usual;
}

std::int64_t node_size_at(const Cluster& cluster, std::int64_t gpu) {
  if (cluster.pools.empty()) return usual_node(cluster);
  const std::int64_t site = gpus_of_site(cluster), within = gpu % site;
  return node_size_of(cluster, pool_of_gpu(cluster, gpu - within % gpus_of_rack(cluster)));
}

}  // namespace shardscope
