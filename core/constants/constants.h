// core/constants: what all GPUs share in the kernel and network model, as one value that a cluster carries: whoever
// fits or calibrates gives a cluster other numbers and evaluates as usual. In: nothing. Out: the values (here) and what
// they govern (constant_kinds.h). Their names, units and sources stand in the table that the fit reads,
// tests/fit/constant_table.h.
//
// "fit": fitted on 786 public runs of 2020 to 2026, all together (robust least squares of the logarithm); in November
// 2026 heads that 8 doesn't divide, experts' yearly gain and torchtitan's memory factor anew with runs known as
// doubtful weighed at 0.03, held to the values before by 8%, the others kept; and so expert_launch_factor,
// moe_gain_per_year and Hopper's products when gradients came to travel in their own type and tokens by a dispatcher.
// "prior": a round value that the fit keeps without loss. tests/fit fits all of them from their priors with every run
// weighed alike and finds others for some: presets/measured/cross_validation.json has both beside each other, the
// README what either reaches.
#pragma once

namespace shardscope {

/// Rates and factors are shares of what is named; seconds and bytes say so. Where each is from:
/// tests/fit/constant_table.h.
struct Constants {
  // Matrix products.
  double product_size_term = 650;                                           // t grows by this / (m·n·k)^(1/3)
  double product_fixed_seconds = 3e-6;                                      // start and end of a kernel
  double tile_of_half = 0.93, tile_of_quarter = 0.8, tile_of_eighth = 0.6;  // what smaller tiles reach of 256 x 128
  double grouped_gain = 1.12;       // grouped products against single ones at the same rows
  double grouped_rows_half = 120;   // rows per expert at which they reach half
  double grouped_width_half = 500;  // the same of an expert's width; times the 16-bit peak in PFLOP/s

  // Attention.
  double attention_backward_rate = 0.76;
  double attention_keys_half = 400;  // keys at which it reaches half
  double unfused_product_rate = 0.85;
  double unfused_score_bytes_forward = 4, unfused_score_bytes_backward = 8;
  double softmax_bytes_forward = 9, softmax_bytes_backward = 11;  // a score, softmax and dropout
  double odd_head_rate = 0.102;                                   // heads that 8 doesn't divide, unfused
  double latent_attention_rate = 0.8;                             // query-key heads of 192; of what heads of 128 reach
  double head_above_64_rate = 0.9, head_to_64_rate = 0.75;
  double torch_attention_hopper = 0.65, torch_attention_blackwell = 0.35;  // PyTorch's own, of Transformer Engine's
  double llm_foundry_attention = 0.7, llm_foundry_attention_hopper = 0.5;

  // Launches per layer, and what the host is waited for.
  double launches_dense_forward = 16, launches_dense_backward = 22;
  double launches_moe_forward = 45, launches_moe_backward = 55;
  double launches_low_forward = 10, launches_low_backward = 12;  // more, in an 8- or 4-bit recipe
  double launches_low_moe_forward = 18, launches_low_moe_backward = 22;
  double launches_fsdp_forward = 4, launches_fsdp_backward = 6, launches_tensor = 4;
  double launches_old = 10;            // more, in Megatron until 2023
  double old_launch_factor = 4.2;      // each of them, some 35 us per kernel
  double graphs_launch_factor = 0.25;  // CUDA graphs
  double moe_sync_seconds = 110e-6;    // token counts to the host, forward
  double moe_sync_backward = 0.5;      // of that: they are kept, the host waits for copies alone
  double expert_launch_factor = 1.84;
  double launches_expert_forward = 2, launches_expert_backward = 4;  // a local expert
  double launches_low_expert_forward = 8, launches_low_expert_backward = 16;
  double moe_sync_with_graphs = 0.3;  // graphs of attention and router
  double expert_graphs_share = 0.1;   // what is left to wait for when graphs hold the experts too
  double moe_host_elsewhere = 0.3;    // outside Megatron
  // What a step takes beside everything modelled: the host's own loop, logging, the batch's way to the GPU.
  double step_overhead_seconds = 12e-3;

  // Network.
  double network_rate = 0.85;               // of the network card
  double collective_seconds = 15e-6;        // start of a collective within a layer, its kernel's own included
  double collective_kernel_seconds = 6e-6;  // of that its kernel's, which nccl-tests see too
  double share_of_a_busy_link = 0.5;        // of two kinds of traffic at once, each: a fair share
  double switch_tier_seconds = 1e-6;        // up to a spine and down, two switches and fibres of 50 m
  double gathered_kernels = 1.07;  // all kernels of FSDP: copies between parameters and the buffers that travel
  double contention_passes = 1.189, contention_exchange = 1.3;  // both at once: how many times as long each takes

  // Collectives inside a scale-up domain. A GPU's share of its link (efficiency.scale_up) is what an all-gather of
  // 512 MiB reaches; messages without end reach link_gain times that: 235, 363 and 682 GB/s of 300, 450 and 900.
  double scale_up_hop_seconds = 0.7e-6;  // peer access through NVSwitch
  double link_gain = 1.12;
  double in_network_rate = 0.82;           // of that, through switches that add up
  double in_network_seconds = 1.25e-6;     // per GPU, to fill the pipe: each has a piece of its own to add up
  double in_network_tree_seconds = 41e-6;  // more, a level of the tree of nodes of H100 and InfiniBand
  double all_to_all_seconds = 3e-6;        // to fill the pipes to all others

  // Frameworks.
  double loss_bytes = 12, old_loss_bytes = 22;  // a logit: Transformer Engine; Megatron until 2023
  double torchtitan_loss_bytes = 14, llm_foundry_loss_bytes = 18;
  double fused_clamp_share = 0.3;                  // gpt-oss's activation, of what separate calls move
  double hopper_joules_per_flop = 700 / 989.4e12;  // H100 SXM: board power over dense bf16 peak
  double power_exponent = 0.41;                    // H100s of 500 W run at 0.87 of those of 700 W
  double dense_gain_per_year = 0.95;               // Megatron since 2023, 1 in 2025.0
  double moe_gain_per_year = 0.844;                // the same of experts on Blackwell
  double bigscience_factor = 1.3;                  // all kernels of Megatron-DeepSpeed of 2021 and 2022
  double maxtext_factor = 1.09;                    // all kernels
  double llm_foundry_memory_factor = 1.45, torchtitan_memory_factor = 1.6;  // memory-bound kernels

  bool operator==(const Constants&) const = default;
};

inline constexpr Constants shipped_constants{};

}  // namespace shardscope
