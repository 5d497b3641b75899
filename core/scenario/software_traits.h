// What the code of a framework's release does, made from `software`. Figures follow from framework and year by these
// traits alone; other files show releases or compare them. A framework has its cases in the functions of
// software_traits.cpp; each year at which its releases change stands there once, with where it is from.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/constants/constants.h"
#include "core/pipeline/gradient_rounds.h"
#include "core/scenario/parts/plan.h"
#include "core/scenario/parts/software.h"

namespace shardscope {

/// What an absent key of the plan is taken as (with_defaults() in scenario.h); a key that is stated always wins.
struct PlanDefaults {
  bool flash_attention = true;      // fused attention
  bool sequence_parallel = true;    // where tp > 1
  bool dp_overlap = true;           // gradients and parameters travel beside the passes
  bool tp_overlap = false;          // tensor traffic beside the products (userbuffers)
  int zero = 1;                     // where there are replicas
  bool recompute_full = false;      // every layer from its input
  bool experts_like_dense = false;  // experts split over the tensor group whatever ep is
  bool pads_vocabulary = true;      // up to a multiple of 128 tp
  MoeDispatcher moe_dispatcher = MoeDispatcher::alltoall;
  bool gradients_in_fp16 = false;  // accumulated in fp16 where the products are in fp16
  bool eager_context = false;      // the CUDA context has all of PyTorch's kernels at once

  bool operator==(const PlanDefaults&) const = default;
};

/// The defaults of a framework's releases before a year. Its releases since have the next row's, the last row is for
/// ever; frameworks without a row have the documented defaults, and so has the default Software, which nobody stated.
struct Era {
  static constexpr double ever = 1e9;

  Framework framework;
  double before;
  PlanDefaults defaults;
};
[[nodiscard]] std::span<const Era> eras();

/// What is sharded on its own under ZeRO-3: nothing that wastes any, each parameter's rows (FSDP2, whose torch.chunk
/// gives every rank the largest share's storage), or each layer as one flat vector (FSDP1).
enum class ShardUnit { none, rows, layer };

/// What is filled up for all shards to be of a size: each unit that is sharded on its own, a flat group of all that is
/// sharded, or a bucket of gradients.
enum class PaddedShards { units, groups, buckets };

/// What a GPU holds.
struct StateTraits {
  ShardUnit shard_unit = ShardUnit::none;
  PaddedShards padded = PaddedShards::buckets;
  bool gradients_in_one_buffer = false;    // of which buckets are slices
  bool buckets_under_zero = false;         // of their own, beside the gradients
  bool buckets_of_replicas = false;        // where nothing is sharded all gradients are copied into them
  bool sharded_gradients_to_host = false;  // as the backward goes, to the optimizer that is offloaded
  bool gradients_with_parameters = false;  // on the host, where those are offloaded
  bool precision_aware_optimizer = false;  // plan.precision_aware_optimizer can act
  bool fp32_gradients_to_step = false;     // the step copies 16-bit gradients
  bool fp32_shards = false;                // ZeRO-3's shards, which the optimizer steps; cast as a layer is gathered
  bool quantises_for_each_use = false;     // 8- and 4-bit copies of one layer's weights, not of all
  bool frees_gradients = false;            // at each step: zero_grad(set_to_none=True)
  bool bf16_gradients_apart = false;       // autograd's, beside the fp32 buffer they are added to
  bool flattens_fp16_gradients = false;    // ZeRO's shard of them, as it steps
  bool flattens_bf16_weights = false;      // on the GPU, beside their first copies
  bool keeps_stage_outputs = false;        // of all micro-batches held, until their backward
  bool loss_parallel = false;              // over tp, by DTensor, not compiled
  bool keeps_gathered_input = false;       // of the output matrix, by DTensor
};

/// What travels.
struct TrafficTraits {
  bool early_gradients = false;     // a branch's outgoing gradient, beside its weight gradient
  bool gathers_in_fp8 = false;      // over tp, in the tensorwise recipe
  bool reduces_in_16_bits = false;  // gradients of 16-bit products, whatever they are accumulated in
};

/// A framework's attention kernel against Transformer Engine's, by the GPU's family; none: as fast.
struct AttentionRates {
  double Constants::*hopper = nullptr;
  double Constants::*blackwell = nullptr;
  double Constants::*others = nullptr;
};

/// What runs, and which constants say how fast; none of a name is 1.
struct KernelTraits {
  bool as_measured = false;                    // no factors of its own: the median of measured_in() its year
  bool old_launches = false;                   // more of them, and slower
  bool recompute_stops_early = false;          // with the last tensor that the backward pass reads
  bool graphs_hold_experts = false;            // where the plan has CUDA graphs; else of attention and router alone
  bool small_heads_in_full = false;            // its fused attention loses nothing at heads below 128
  double years_after_2025 = 0;                 // over which its kernels have gained
  double Constants::*factor = nullptr;         // on all kernels
  double Constants::*memory_factor = nullptr;  // on memory-bound ones besides
  double Constants::*clamped_glu = nullptr;    // of what separate calls move
  double Constants::*expert_host = nullptr;    // of what Megatron's experts wait for the host
  double Constants::*loss_bytes = &Constants::loss_bytes;
  AttentionRates attention;
};

struct SoftwareTraits {
  PlanDefaults defaults;
  StateTraits state;
  TrafficTraits traffic;
  KernelTraits kernels;
  bool on_pytorch = true;  // its allocator holds the memory; else XLA's
};

/// Frameworks whose speed public runs of that year's releases say (presets/measured/public_runs.json), Megatron first;
/// a year without runs has those of the years beside it.
[[nodiscard]] std::vector<Software> measured_in(double year);

/// Whether both are releases of one framework: Megatron-LM's scripts run Megatron-Core. A laboratory's own and any
/// other are nobody's.
[[nodiscard]] bool runs_same_code(const Software& one, const Software& other);

/// Total: any year has traits.
[[nodiscard]] SoftwareTraits traits_of(const Software& software);
/// The same as its `state` alone, which is asked for with every part of a rank's memory.
[[nodiscard]] StateTraits state_traits_of(const Software& software);

/// When gradients leave in a step: under ZeRO-2 more than once.
[[nodiscard]] GradientRounds gradient_rounds(const Plan& plan, const Software& software);
/// Of one gradient on its way between replicas, and of one weight: bytes.
[[nodiscard]] double gradient_bytes_sent(const Plan& plan, const Software& software);
[[nodiscard]] double weight_bytes_sent(const Plan& plan);

/// What plan.precision_aware_optimizer needs to act, Megatron's distributed optimizer with Transformer Engine's Adam,
/// and why it doesn't where that is what lacks. It keeps what 16-bit weights lack, and states below fp32 of any weights
/// (megatron/core/optimizer/__init__.py, exp_avg_dtype; without it optimizer_config.py refuses them).
// clang-format off
#define SHARDSCOPE_PRECISION_AWARE_NEED(entry) \
  entry(megatron, "it is Megatron's") \
  entry(adam, "it is Adam's") \
  entry(distributed_optimizer, "it needs the distributed optimizer (ZeRO 1)") \
  entry(below_fp32, "weights and the optimizer's states are in fp32")
// clang-format on
SHARDSCOPE_TABLE(PrecisionAwareNeed, std::string_view, SHARDSCOPE_PRECISION_AWARE_NEED)

/// The first that lacks, whether or not the plan asks for it.
[[nodiscard]] std::optional<PrecisionAwareNeed> precision_aware_lacks(const Plan& plan, const Software& software);
/// Whether the plan asks for it and it acts.
[[nodiscard]] bool steps_precision_aware(const Plan& plan, const Software& software);

}  // namespace shardscope
