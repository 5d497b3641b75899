// What a plan's degrees amount to. A degree that is 0 or below counts as 1; the rule values-in-range says what is
// wrong.
#pragma once

#include <cstdint>

#include "core/scenario/scenario.h"
#include "core/scenario/software_traits.h"

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

/// What etp is where a plan doesn't say it: experts copied over the tensor group is what nobody runs, so without expert
/// parallelism they are split like the rest, and so they were with it before parallel folding, where the split allows.
[[nodiscard]] std::int64_t unsaid_expert_tensor(const Plan& plan, const Model& model, const PlanDefaults& software);

/// Experts over ep·etp ranks fold into a stage's tp·cp·dp where dp is a multiple of this.
[[nodiscard]] std::int64_t replicas_for_experts(std::int64_t tp, std::int64_t cp, std::int64_t ep, std::int64_t etp);
[[nodiscard]] bool experts_fit(const Plan& plan, std::int64_t etp);

/// Pieces that a sequence is cut into over cp ranks: ring attention gives each two, one from each end, so that causal
/// work is even.
[[nodiscard]] std::int64_t context_pieces(std::int64_t cp);

/// Pieces that have to be equal: those, each over the tensor ranks that split sequences. XLA pads what a tensor group
/// can't have equal.
[[nodiscard]] std::int64_t sequence_pieces(const Plan& plan, const Software& software);
[[nodiscard]] bool cuts_sequence_over_tensor_ranks(const Plan& plan, const Software& software);

/// Whether tp ranks beyond the key-value heads share them evenly; latent attention makes its own on each rank.
[[nodiscard]] bool shares_heads_evenly(const Model& model, std::int64_t tp);

/// Whether attention can be split over tp ranks: heads divide, and key-value heads too unless they are fewer. Latent
/// attention makes keys and values on each rank.
[[nodiscard]] bool heads_split(const Model& model, std::int64_t tp);

}  // namespace shardscope
