// Mixed clusters: how the batch or the layers are best shared among pools of different GPUs, and what waiting costs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/report.h"

namespace shardscope {

/// Why pools can't share the plan's batch; empty where they can.
[[nodiscard]] std::string_view why_no_replicas(const Scenario& filled);

/// Data-parallel replicas in each pool, as many as fit, each pool's with as many micro-batches as its GPUs have time
/// for: the least t such that all pools together get through the batch within t, every replica's step that of the
/// whole cluster made of its pool's GPUs, its gradients' exchange at the pace of the slowest link and card among the
/// pools, over several sites through their fibre. Replicas lie whole in a pool and on a site. Nothing where
/// why_no_replicas() says so, or a step can't be computed.
[[nodiscard]] std::optional<PoolsReport> split_by_replicas(const Scenario& filled);

/// The faster of both ways (core/evaluate/pool_stages.h); nothing for a cluster of fewer than two pools. `filled` has
/// its defaults.
[[nodiscard]] std::optional<PoolsReport> best_pool_split(const Scenario& filled);

/// What `replicas_of_all` replicas on the pool's GPUs do with so many micro-batches each: the pace of the pool's own.
[[nodiscard]] Scenario pace_of_pool(const Scenario& filled, const Pool& pool, std::int64_t replicas_of_all,
                                    std::int64_t micro_batches);

/// The same scenario with that dimension slowest in the rank order, so that pools hold whole parts of it. On several
/// sites as it is.
[[nodiscard]] Scenario with_slowest(const Scenario& filled, GroupKind kind);

/// The scenario as if all GPUs were the pool's: its GPU, its nodes, its network; one pool.
[[nodiscard]] Scenario all_of_pool(const Scenario& filled, const Pool& pool);

/// The pool's own machine, of whose groups those over several pools meet `others` (core/cluster/group_span.h).
[[nodiscard]] Scenario beside_pools(const Scenario& filled, const Pool& pool, std::vector<Pool> others);

/// The step of all GPUs as the fastest pool's kind, and so what the split loses against it.
void compare_with_uniform(PoolsReport& split, const Scenario& filled);

}  // namespace shardscope
