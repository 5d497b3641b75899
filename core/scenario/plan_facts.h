// What a plan's fields say where they may be absent or are read for what they do. An absent one counts as off, or as
// nearly all software does; with_defaults() (scenario.h) has filled what the plan's own does.
#pragma once

#include <cstdint>

#include "core/scenario/plan.h"

namespace shardscope {

/// The stages of ZeRO by what each divides over the shard group beside what those before it do (Rajbhandari et al.
/// 2020, section 5).
namespace zero_stage {
inline constexpr std::int64_t optimizer = 1, gradients = 2, weights = 3;
inline constexpr std::int64_t last = weights;
}  // namespace zero_stage

[[nodiscard]] inline std::int64_t zero_of(const Plan& plan) {
  return plan.zero.value_or(0);
}
[[nodiscard]] inline bool shards_optimizer(const Plan& plan) {
  return zero_of(plan) >= zero_stage::optimizer;
}
[[nodiscard]] inline bool shards_gradients(const Plan& plan) {
  return zero_of(plan) >= zero_stage::gradients;
}
[[nodiscard]] inline bool shards_weights(const Plan& plan) {
  return zero_of(plan) >= zero_stage::weights;
}

/// Whether a step exchanges the gradients of every micro-batch: ZeRO-2 keeps only a shard of them between micro-batches
/// (Rajbhandari et al. 2020, section 5.2).
[[nodiscard]] inline bool exchanges_every_pass(const Plan& plan) {
  return shards_gradients(plan) && !shards_weights(plan);
}

/// Ranks that each expert's matrices are split over.
[[nodiscard]] inline std::int64_t expert_tensor_of(const Plan& plan) {
  return plan.etp.value_or(1);
}

/// Whether tensor parallel ranks split the sequence between their blocks.
[[nodiscard]] inline bool is_sequence_parallel(const Plan& plan) {
  return plan.sequence_parallel.value_or(plan.tp > 1);
}

[[nodiscard]] inline Dtype gradient_dtype_of(const Plan& plan) {
  return plan.gradient_dtype.value_or(Dtype::fp32);
}

[[nodiscard]] inline bool fuses_attention(const Plan& plan) {
  return plan.flash_attention.value_or(true);
}

[[nodiscard]] inline RecomputeMode recompute_mode(const Plan& plan) {
  return plan.recompute ? plan.recompute->mode : RecomputeMode::none;
}
/// Whether each layer of each stage is recomputed whole.
[[nodiscard]] inline bool recomputes_every_layer(const Plan& plan) {
  return recompute_mode(plan) == RecomputeMode::full && !plan.recompute->layers;
}
/// The modules that it names; of selective recomputation that names none core attention.
[[nodiscard]] inline RecomputeModules modules_of(const Recompute& recompute) {
  RecomputeModules modules = recompute.modules;
  if (recompute.mode == RecomputeMode::selective && modules == RecomputeModules{}) modules.core_attn = true;
  return modules;
}

}  // namespace shardscope
