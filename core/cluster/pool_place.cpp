#include "core/cluster/pool_place.h"

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

bool is_mixed(const Cluster& cluster) {
  return cluster.pools.size() > 1;
}

}  // namespace shardscope
