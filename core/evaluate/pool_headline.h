// What a mixed cluster's report says: the best split's step, memory and rates in place of those that count every GPU as
// the first pool's.
#pragma once

#include "core/report/report.h"

namespace shardscope {

/// By stages: the layers, timeline, communication and memory of the split's own stages, the memory's capacity that of
/// the GPU with least room left. By replicas: of a replica of the pool that the others wait for, the capacity the least
/// of all that hold replicas. Rates count the whole batch, MFU against the mean peak of the GPUs at work. Nothing
/// happens without pools or a step. Each share is given its memory.
void show_split(Report& report);

/// The GPU that power and money count for a mixed cluster: watts and prices are the pools' mean, unknown where a pool's
/// are.
[[nodiscard]] Gpu mean_gpu(const Cluster& cluster);

}  // namespace shardscope
