// How the training is split and run. Keys and meanings: the scenario's JSON.
// An absent optional is a default that depends on other fields; with_defaults() (scenario/scenario.h) fills it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/parts/precision.h"
#include "core/schedules/schedule_kind.h"

namespace shardscope {

/// A flag for each RecomputeModule.
struct RecomputeModules {
#define SHARDSCOPE_MODULE(name, json, label, help) bool name = false;
  SHARDSCOPE_RECOMPUTE_MODULE(SHARDSCOPE_MODULE)
#undef SHARDSCOPE_MODULE

  bool operator==(const RecomputeModules&) const = default;
};
/// In the order of RecomputeModule.
inline constexpr bool RecomputeModules::*recompute_module_flags[] = {
#define SHARDSCOPE_MODULE(name, json, label, help) &RecomputeModules::name,
    SHARDSCOPE_RECOMPUTE_MODULE(SHARDSCOPE_MODULE)
#undef SHARDSCOPE_MODULE
};

struct Recompute {
  RecomputeMode mode = RecomputeMode::none;
  RecomputeModules modules;            // selective: core attention where nothing else is named
  std::optional<std::int64_t> layers;  // full: this many layers of each stage; all
  RecomputeMethod method = RecomputeMethod::block;

  bool operator==(const Recompute&) const = default;
};

/// What travels beside computation. Absent: as the software does (scenario/software_traits.h);
/// with_defaults() fills all six.
struct Overlap {
  std::optional<bool> dp_grad, dp_param, tp, pp, cp, ep;

  bool operator==(const Overlap&) const = default;
};

struct Plan {
  std::int64_t tp = 1, pp = 1, cp = 1, ep = 1;
  std::optional<std::int64_t> dp;         // "auto": the floor of gpus / (tp·pp·cp). Absent in the JSON means 1
  std::optional<std::int64_t> etp;        // tp where ep = 1, else 1
  std::optional<bool> sequence_parallel;  // tp > 1, as the software does
  std::int64_t virtual_stages = 1;
  std::optional<ScheduleKind> schedule;  // 1f1b, or interleaved where virtual_stages > 1
  std::optional<double> schedule_memory_limit;
  std::optional<std::vector<std::int64_t>> stage_layers;  // pp · virtual_stages entries, in the model's order
  std::optional<std::string> pipeline_layout;             // Megatron's layout string
  std::optional<std::int64_t> zero;                       // 0 to 3; 1 where dp > 1, as the software does
  std::optional<std::int64_t> shard_group;                // dp·cp
  std::int64_t sequence_length = 0, micro_batch = 0, global_batch = 0;  // tokens; sequences; sequences
  std::optional<Recompute> recompute;                                   // none, or selective without flash_attention
  std::optional<bool> flash_attention;                                  // on, as the software does
  bool fused_kernels = true;  // norms, activations and the softmax of scores are a kernel each
  Precision precision = Precision::bf16;
  std::optional<Dtype> gradient_dtype;  // fp32, as the software does
  bool master_weights = true;
  Optimizer optimizer = Optimizer::adam;
  Dtype optimizer_dtype = Dtype::fp32;
  std::optional<bool> precision_aware_optimizer;  // on where Megatron's optimizer keeps smaller states
  Offload offload = Offload::none;
  std::optional<std::int64_t> offload_activations_layers;
  Overlap overlap;
  std::optional<MoeDispatcher> moe_dispatcher;  // as the software does
  double expert_imbalance = 1;
  std::optional<double> capacity_factor;
  bool fp8_params = false;
  bool cuda_graphs = false;
  bool end_passes = false;                   // embedding and loss are passes of their own on their stages
  std::optional<std::int64_t> padded_vocab;  // up to a multiple of 128·tp; equal to vocab_size where `false` is given
  bool pad_vocab = true;                     // `padded_vocab: false` in the JSON
  // Where groups land and what travels between sites.
  std::optional<std::string> rank_order;  // "tp-cp-ep-dp-pp", the fastest first: Megatron's own
  CollectiveAlgorithm collective_algorithm = CollectiveAlgorithm::automatic;
  AcrossSites across_sites = AcrossSites::dp;
  std::int64_t local_steps = 1;          // steps a site makes by itself between two exchanges (DiLoCo's H)
  double outer_bytes_per_parameter = 4;  // of such an exchange; DiLoCo's is fp32
  double gradient_compression = 1;       // how many times smaller gradients get for the way between sites
  // Buffers. Absent: scenario/buffer_defaults.h
  std::optional<double> workspace_bytes, context_bytes, communicator_bytes;
  std::optional<double> fragmentation;          // share of activations and buffers
  std::optional<std::int64_t> prefetch_layers;  // gathered ahead of the layer in use
  std::optional<std::int64_t> bucket_elements;  // of a bucket of gradients

  bool operator==(const Plan&) const = default;
};

// What those fields say where they may be absent or are read for what they do: an absent one counts as off, or as
// nearly all software has it.

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

/// ZeRO-2: gradients are exchanged as shards of them alone are kept (Rajbhandari et al. 2020, section 5.2); ZeRO-3's
/// are within the passes.
[[nodiscard]] inline bool shards_gradients_alone(const Plan& plan) {
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

/// Whether plan.fp8_params acts: an 8-bit recipe keeps its layers' matrices in 8 bits, a 4-bit one can't.
[[nodiscard]] inline bool keeps_8_bit_weights(const Plan& plan) {
  return plan.fp8_params && facts_of(plan.precision).product_bits == 8;
}

[[nodiscard]] inline bool weights_on_host(const Plan& plan) {
  return plan.offload == Offload::parameters;
}

/// Its states and master weights are there, and it steps there.
[[nodiscard]] inline bool optimizer_on_host(const Plan& plan) {
  return weights_on_host(plan) || plan.offload == Offload::optimizer;
}

/// Whether a number of layers' activations goes to the host, alone or beside the optimizer.
[[nodiscard]] inline bool offloads_layers(const Plan& plan) {
  return plan.offload_activations_layers &&
         (plan.offload == Offload::activations || plan.offload == Offload::optimizer);
}

/// Layers whose activations go to the host, of so many that keep theirs.
[[nodiscard]] inline double offloaded_layers(const Plan& plan, double layers) {
  if (offloads_layers(plan)) return std::clamp(static_cast<double>(*plan.offload_activations_layers), 0.0, layers);
  return plan.offload == Offload::activations ? layers : 0;
}

}  // namespace shardscope
