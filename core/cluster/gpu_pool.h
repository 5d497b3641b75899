// Which of a mixed cluster's pools a GPU is in: pools follow each other in the order of GPUs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/scenario/parts/cluster.h"

namespace shardscope {

/// 0 without pools; the last one for GPUs beyond all.
[[nodiscard]] std::size_t pool_of_gpu(const Cluster& cluster, std::int64_t gpu);

/// The kind of a GPU: its pool's, or the cluster's.
[[nodiscard]] const Gpu& kind_of_gpu(const Cluster& cluster, std::int64_t gpu);

/// GPUs of a node: the pool's own where racks hold whole ones of that size, else the cluster's. A rack has nodes of one
/// size: those of its first GPU's pool.
[[nodiscard]] std::int64_t node_size_of(const Cluster& cluster, std::size_t pool);
[[nodiscard]] std::int64_t node_size_at(const Cluster& cluster, std::int64_t gpu);

}  // namespace shardscope
