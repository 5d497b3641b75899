#include "core/run/power.h"

namespace shardscope {

std::optional<double> watts_per_gpu(const Cluster& cluster) {
  if (cluster.watts_per_gpu_all_in) return cluster.watts_per_gpu_all_in;
  if (cluster.gpu.server_watts_per_gpu) return *cluster.gpu.server_watts_per_gpu * cluster.pue;
  return std::nullopt;
}

std::array<PowerPart, 3> power_parts(const Cluster& cluster, double gpus) {
  const std::optional<double> all_in = watts_per_gpu(cluster);
  if (!all_in) return {};
  const double server = *all_in / cluster.pue, gpu = cluster.gpu.tdp_watts.value_or(0);
  if (!(gpu > 0) || !(gpu < server)) return {{{Spending::all_in, *all_in * gpus}, {}, {}}};
  return {{{Spending::gpus, gpu * gpus},
           {Spending::hosts_and_network, (server - gpu) * gpus},
           {Spending::cooling, (*all_in - server) * gpus}}};
}

}  // namespace shardscope
