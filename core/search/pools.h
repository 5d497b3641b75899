// Mixed clusters: how the batch or the layers are best shared among pools of different GPUs, and what waiting costs.
#pragma once

#include <optional>
#include <vector>

#include "core/report.h"
#include "core/step/step.h"

namespace shardscope {

/// Data-parallel replicas in each pool, as many as fit, each pool's with as many micro-batches as its GPUs have time
/// for: the least t such that all pools together get through the batch within t, every replica's step that of the
/// whole cluster made of its pool's GPUs, its gradients' exchange at the pace of the slowest link and card among the
/// pools. Replicas lie whole in a pool. Nothing where no pool holds a replica, or a step can't be computed.
[[nodiscard]] std::optional<PoolsReport> split_by_replicas(const Scenario& filled);

/// Pipeline stages in each pool, in the pools' order, as many as its GPUs hold; layers go one by one to the stage that
/// is done first with one more. The step is simulated with each stage's own GPU and network: passes, exchange,
/// optimizer; a transfer between pools takes the slower of both ends. Nothing where the pools don't hold pp stages, or
/// there are fewer layers than stages, or chunks of layers interleave, or ranks hold two stages (mirrored schedules).
[[nodiscard]] std::optional<PoolsReport> split_by_stages(const Scenario& filled);

/// A split into stages as it runs: the scenario with its layers, the schedule, and the step on each stage's own GPU.
struct StageRun {
  Scenario scenario;
  std::vector<StageContent> layout;
  std::vector<StageCost> stages;
  Schedule schedule;
  StepResult step;
};
[[nodiscard]] std::optional<StageRun> run_of_stages(const Scenario& filled,
                                                    const std::vector<std::size_t>& pool_of_stage,
                                                    const std::vector<std::int64_t>& stage_layers);

/// The faster of the two; nothing for a cluster of fewer than two pools. `filled` has its defaults.
[[nodiscard]] std::optional<PoolsReport> best_pool_split(const Scenario& filled);

/// What `replicas_of_all` replicas on the pool's GPUs do with so many micro-batches each: the pace of the pool's own.
[[nodiscard]] Scenario pace_of_pool(const Scenario& filled, const Pool& pool, std::int64_t replicas_of_all,
                                    std::int64_t micro_batches);

/// The same scenario with that dimension slowest in the rank order, so that pools hold whole parts of it. On several
/// sites as it is.
[[nodiscard]] Scenario with_slowest(const Scenario& filled, GroupKind kind);

/// The scenario as if all GPUs were the pool's: its GPU, its nodes, its network; one pool.
[[nodiscard]] Scenario all_of_pool(const Scenario& filled, const Pool& pool);

}  // namespace shardscope
