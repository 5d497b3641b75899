// What a plan's degrees amount to. A degree that is 0 or below counts as 1; the rule values-in-range says what is
// wrong.
#pragma once

#include <cstdint>

#include "core/scenario/scenario.h"

namespace shardscope {

/// Data parallelism, of a plan that has its defaults.
[[nodiscard]] std::int64_t replicas_of(const Plan& plan);
/// The same of a scenario as it is said.
[[nodiscard]] std::int64_t replicas_as_said(const Scenario& said);

/// GPUs of one replica: tp·pp·cp.
[[nodiscard]] std::int64_t gpus_of_replica(const Plan& plan);

/// GPUs that the plan puts to work: tp·pp·cp·dp.
[[nodiscard]] std::int64_t gpus_at_work(const Plan& plan);

/// Ranks that experts fold into: tp·cp·dp.
[[nodiscard]] std::int64_t ranks_of_stage(const Plan& plan);

/// Ranks that hold the same part of the model, and so exchange its gradients and shard its state: dp·cp.
[[nodiscard]] std::int64_t gradient_ranks(const Plan& plan);

/// Sequences that all replicas take at once: dp·micro_batch.
[[nodiscard]] std::int64_t sequences_of_round(const Plan& plan);

/// The plan's shard group with other replicas, of a plan that has its defaults: over all of them where it is over all
/// now, else as large as it is, or as much of it as divides them.
[[nodiscard]] std::int64_t shard_group_over(const Plan& plan, std::int64_t replicas);

/// Micro-batches of a replica in a step, at least 1.
[[nodiscard]] std::int64_t micro_batches_of(const Plan& plan);
[[nodiscard]] double tokens_of_step(const Plan& plan);

/// Stages of the model over the whole pipeline, as the plan's schedule has them: pp·virtual_stages in a loop, two per
/// rank in a V, one in mirrored schedules.
[[nodiscard]] std::int64_t stages_of(const Plan& plan);

/// Whether attention can be split over tp ranks: heads divide, and key-value heads too unless they are fewer. Latent
/// attention makes keys and values on each rank.
[[nodiscard]] bool heads_split(const Model& model, std::int64_t tp);

}  // namespace shardscope
