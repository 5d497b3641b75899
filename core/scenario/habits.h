// What a framework of a year does where its user says nothing: the one table behind every default that depends on the
// software. with_defaults() (scenario.h) reads it for absent keys alone; a key that is stated always wins.
// The default software, megatron-core of 2025, has the documented defaults, and so has software that isn't known.
#pragma once

#include <optional>
#include <string_view>

#include "core/scenario/plan.h"

namespace shardscope {

struct Habits {
  bool flash_attention = true;      // fused attention
  bool sequence_parallel = true;    // where tp > 1
  bool dp_overlap = true;           // gradients and parameters travel beside the passes
  bool tp_overlap = false;          // tensor traffic beside the products (userbuffers)
  int zero = 1;                     // where there are replicas
  bool recompute_full = false;      // every layer from its input
  bool experts_like_dense = false;  // experts split over the tensor group whatever ep is
  bool pads_vocabulary = true;      // up to a multiple of 128 tp
  bool gradients_in_fp16 = false;   // accumulated in fp16 where the products are in fp16
  std::string_view source = "the documented defaults";
};

/// Megatron's gradient buffers and distributed optimizer, or what is taken to be like them.
[[nodiscard]] bool is_megatron(Framework framework);

/// PyTorch's FSDP, and MaxText's like: the sharded weights are fp32, which the optimizer steps; a layer is gathered in
/// 16 bits (MixedPrecisionPolicy's param_dtype) for use alone.
[[nodiscard]] bool is_fsdp(Framework framework);

/// Whether the recipe multiplies in 8 or 4 bits, with quantised copies of weights and inputs.
[[nodiscard]] bool quantises(Precision precision);

/// Whether plan.fp8_params acts: an 8-bit recipe keeps its layers' matrices in 8 bits, a 4-bit one can't.
[[nodiscard]] bool keeps_8_bit_weights(const Plan& plan);

/// Whether plan.precision_aware_optimizer acts: it is Megatron's distributed optimizer with Transformer Engine's Adam.
[[nodiscard]] bool steps_precision_aware(const Plan& plan, const Software& software);

[[nodiscard]] Habits habits_of(const Software& software);

}  // namespace shardscope
