// Mixed clusters: how the batch or the layers are best shared among pools of different GPUs, and what waiting costs.
#pragma once

#include <optional>

#include "core/report.h"

namespace shardscope {

/// Data-parallel replicas in each pool, as many as fit, each pool's with as many micro-batches as its GPUs have time
/// for: the least t such that all pools together get through the batch within t, every replica's step that of the
/// whole cluster made of its pool's GPUs and the narrowest network among the pools. Nothing where no pool holds a
/// replica, or a step can't be computed.
[[nodiscard]] std::optional<PoolsReport> split_by_replicas(const Scenario& filled);

/// Pipeline stages in each pool, in the pools' order, as many as its GPUs hold; layers go one by one to the stage that
/// is done first with one more. The step is simulated with each stage's own GPU. Nothing where the pools don't hold pp
/// stages, or there are fewer layers than stages, or chunks of layers interleave.
[[nodiscard]] std::optional<PoolsReport> split_by_stages(const Scenario& filled);

/// The faster of the two; nothing for a cluster of fewer than two pools. `filled` has its defaults.
[[nodiscard]] std::optional<PoolsReport> best_pool_split(const Scenario& filled);

/// The scenario as if all GPUs were the pool's: its GPU, its nodes, its network; one pool.
[[nodiscard]] Scenario all_of_pool(const Scenario& filled, const Pool& pool);

}  // namespace shardscope
