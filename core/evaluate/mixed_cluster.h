// What a mixed cluster's report says: its pools' best split, where they can share the plan.
#pragma once

#include <stop_token>

#include "core/report/report.h"

namespace shardscope {

/// A plan as the cluster's pools share it; on a cluster of one kind the plan's own report.
struct PooledReport {
  PlanReport plan;
  std::optional<PoolsReport> pools;
  PoolsRefusal unshared;
};

/// By stages: the layers, timeline, communication and memory of the split's own stages, the memory's capacity that of
/// the GPU with least memory left. By replicas: of a replica of the pool that the others wait for, the memory and its
/// capacity those of the pool whose GPUs have least memory left. Rates count the whole batch, MFU against the mean peak
/// of the GPUs at work. Where pools can't share the plan, or it has no step, every GPU counts as the first pool's.
/// Once a stop is asked for the plan's own report returns as evaluate_plan() has it then.
[[nodiscard]] PooledReport evaluate_in_pools(const Scenario& scenario, const std::stop_token& stop = {});

}  // namespace shardscope
