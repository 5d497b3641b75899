#include "core/scenario/prices.h"

#include "core/base/saturating.h"

namespace shardscope {

std::optional<double> mean_over_pools(const Cluster& cluster, std::optional<double> Gpu::*figure) {
  if (!is_mixed(cluster)) return cluster.gpu.*figure;
  std::int64_t gpus = 0;
  for (const Pool& pool : cluster.pools) gpus = saturating_sum(gpus, pool.gpus);
  double sum = 0;
  for (const Pool& pool : cluster.pools) {
    if (!(pool.gpu.*figure)) return std::nullopt;
    sum += *(pool.gpu.*figure) * static_cast<double>(pool.gpus) / degree(gpus);
  }
  return sum;
}

std::optional<double> gpu_hour_price(const Run& run, const Cluster& cluster) {
  return run.gpu_hour_usd ? run.gpu_hour_usd : mean_over_pools(cluster, &Gpu::rental_usd_per_hour);
}

}  // namespace shardscope
