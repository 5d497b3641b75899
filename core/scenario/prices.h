// What GPUs cost where a cluster may have several kinds of them.
#pragma once

#include <optional>

#include "core/scenario/parts/cluster.h"
#include "core/scenario/parts/run.h"

namespace shardscope {

/// A figure of the cluster's GPU; of a mixed cluster the mean over all GPUs, unknown where a pool's is.
[[nodiscard]] std::optional<double> mean_over_pools(const Cluster& cluster, std::optional<double> Gpu::*figure);

/// Dollars for a GPU-hour: what the run says, else what the GPUs rent for.
[[nodiscard]] std::optional<double> gpu_hour_price(const Run& run, const Cluster& cluster);

}  // namespace shardscope
