// Megatron-LM's own theoretical memory report, with its omissions, to the byte.
// Megatron-LM, megatron/training/theoretical_memory_usage.py at d98e8a64ddf3. What it leaves out: biases, uneven
// stages, the context-parallel part of the optimizer's shard, MoE activations, full recomputation, every buffer.
#pragma once

#include <cstdint>

#include "core/memory/memory.h"

namespace shardscope {

/// The report's arguments, by what they mean.
struct MegatronArguments {
  double hidden = 0, heads = 0, kv_groups = 0, kv_channels = 0, feed_forward = 0, padded_vocabulary = 0;
  bool gated = false, untied = false, bias = false;
  double norm_vectors = 1;  // 1 for RMS norm, 2 for layer norm
  bool latent_attention = false;
  double q_rank = 0;  // 0: queries are not compressed
  double kv_rank = 0, query_nope = 0, query_rope = 0, value_dim = 0;
  double dense_layers = 0, moe_layers = 0, mtp_layers = 0;
  bool mtp_is_moe = false;  // as the last layer
  double experts = 0, expert_feed_forward = 0, shared_feed_forward = 0;
  bool shared_gate = false;  // a gate of h numbers on the shared experts
  double latent_hidden = 0;  // experts work on a projection of this width; 0: on h
  double tp = 1, pp = 1, dp = 1, ep = 1, etp = 1, world = 1, virtual_stages = 0;  // 0: not interleaved
  bool distributed_optimizer = false, sequence_parallel = false, selective = false;
  double sequence = 0, micro_batch = 0;
  double micro_batches = 0;  // 0: unknown
};

[[nodiscard]] MegatronArguments megatron_arguments(const Model& model, const Plan& plan);
[[nodiscard]] MegatronReport megatron_report(const MegatronArguments& arguments);

// What the formulas are made of, for a comparison step by step (core/inspect/memory/megatron_difference.h).

/// Parameters of one layer by kind, before sharding.
struct MegatronLayerCounts {
  double attention = 0, mlp = 0, shared = 0, shared_gate = 0, experts = 0, router = 0, norms = 0;
};
[[nodiscard]] MegatronLayerCounts megatron_layer_counts(const MegatronArguments& arguments);

/// The terms of the report's activation figure: (layers + embedding + logits) · allowance.
struct MegatronActivations {
  double layers = 0, embedding = 0, logits = 0, allowance = 1;
};
[[nodiscard]] MegatronActivations megatron_activations(const MegatronArguments& arguments);

/// What the schedule multiplies a full pipeline's activations by.
[[nodiscard]] double megatron_in_flight_factor(const MegatronArguments& arguments);

}  // namespace shardscope
