// What all GPUs share in the kernel and network model. "fit": fitted on 786 public runs of 2020 to 2026, all together
// (robust least squares of the logarithm); in November 2026 heads that 8 doesn't divide, experts' yearly gain and
// torchtitan's memory factor anew with runs known as doubtful weighed at 0.03, held to the values before by 8%, the
// others kept. "prior": a round value that the fit keeps without loss. tests/fit fits all of them from their priors
// with every run weighed alike and finds others for some: presets/measured/cross_validation.json has both beside each
// other, the README what either reaches.
#pragma once

namespace shardscope::constants {

// Matrix products.
inline constexpr double product_size_term = 650;       // fit: t grows by 650 / (m·n·k)^(1/3)
inline constexpr double product_fixed_seconds = 3e-6;  // prior: start and end of a kernel
inline constexpr double grouped_gain = 1.12;           // fit: grouped products against single ones at the same rows
inline constexpr double grouped_rows_half = 120;       // H800 and A100 grouped microbenchmarks, within 5%
inline constexpr double grouped_width_half = 500;      // the same; times the 16-bit peak in PFLOP/s

// Attention.
inline constexpr double attention_backward_work = 2.5;   // Dao 2023, section 3.1: five products against two
inline constexpr double attention_backward_rate = 0.76;  // fit
inline constexpr double attention_keys_half = 400;       // FlashAttention-2 and cuDNN microbenchmarks
inline constexpr double unfused_product_rate = 0.85;
inline constexpr double unfused_score_bytes_forward = 4, unfused_score_bytes_backward = 8;
inline constexpr double softmax_bytes_forward = 9, softmax_bytes_backward = 11;  // a score, softmax and dropout
inline constexpr double odd_head_rate = 0.102;  // heads that 8 doesn't divide, unfused; fit: BigScience's 40 A100 runs
inline constexpr double latent_attention_rate = 0.8;  // query-key heads of 192; of what heads of 128 reach
inline constexpr double head_above_64_rate = 0.9, head_to_64_rate = 0.75;  // FA2 and cuDNN tables, by size of a head
// PyTorch's own attention and LLM Foundry's against Transformer Engine's: FA2 on Blackwell reaches 374 TFLOP/s on a
// GB200; LLM Foundry is a fit.
inline constexpr double torch_attention_hopper = 0.65, torch_attention_blackwell = 0.35;
inline constexpr double llm_foundry_attention = 0.7, llm_foundry_attention_hopper = 0.5;

// Launches, a layer; priors from profiles, which the fit keeps.
inline constexpr double launches_dense_forward = 16, launches_dense_backward = 22;
inline constexpr double launches_moe_forward = 45, launches_moe_backward = 55;
inline constexpr double launches_low_forward = 10, launches_low_backward = 12;  // more, in an 8- or 4-bit recipe
inline constexpr double launches_low_moe_forward = 18, launches_low_moe_backward = 22;
inline constexpr double launches_fsdp_forward = 4, launches_fsdp_backward = 6, launches_tensor = 4;
inline constexpr double launches_old = 10;            // Megatron until 2023
inline constexpr double old_launch_factor = 4.2;      // fit: Megatron until 2023, some 35 us a kernel
inline constexpr double graphs_launch_factor = 0.25;  // prior: CUDA graphs
inline constexpr double moe_sync_seconds = 110e-6;    // fit: token counts to the host, forward; half of it backward
inline constexpr double expert_launch_factor = 1.8;   // fit
inline constexpr double launches_expert_forward = 2, launches_expert_backward = 4;  // a local expert
inline constexpr double launches_low_expert_forward = 8, launches_low_expert_backward = 16;
inline constexpr double moe_sync_with_graphs = 0.3;      // fit: graphs of attention and router
inline constexpr double year_of_expert_graphs = 2026.4;  // Megatron's graphs hold the experts too
inline constexpr double expert_graphs_share = 0.1;       // fit: what is left to wait for then
inline constexpr double moe_host_elsewhere = 0.3;        // fit: outside Megatron

// Network.
inline constexpr double network_rate = 0.85;         // fit: of the network card
inline constexpr double collective_seconds = 15e-6;  // prior: start of a collective within a layer
inline constexpr double share_of_a_busy_link = 0.5;  // of two kinds of traffic at once, each: a fair share
inline constexpr double switch_tier_seconds = 1e-6;  // prior: up to a spine and down, two switches and fibres of 50 m

// What FSDP adds to kernels whose weights are gathered: copies between parameters and the buffers that travel. Fit on
// the runs of LLM Foundry, torchtitan and MaxText, as a factor on all kernels.
inline constexpr double gathered_kernels = 1.07;

// Collectives inside a scale-up domain, on nccl-tests' bus bandwidths of 8-GPU A100, H100, H200 and B200 nodes. A
// GPU's share of its link (efficiency.scale_up) is what an all-gather of 512 MiB reaches; messages without end reach
// link_gain times that: 235, 363 and 682 GB/s of 300, 450 and 900.
inline constexpr double scale_up_hop_seconds = 0.7e-6;  // peer access through NVSwitch, published: 0.7 to 2 us
inline constexpr double link_gain = 1.12;
inline constexpr double in_network_rate = 0.82;           // of that, through switches that add up: H200 0.84, B200 0.79
inline constexpr double in_network_seconds = 10e-6;       // to fill the pipe: H100 and H200 from 64 MiB to 16 GiB
inline constexpr double in_network_tree_seconds = 45e-6;  // the same over two nodes of H100 and InfiniBand

// Frameworks.
inline constexpr double loss_bytes = 12, old_loss_bytes = 22;  // a logit: Transformer Engine; Megatron until 2023
inline constexpr double torchtitan_loss_bytes = 14, llm_foundry_loss_bytes = 18;
inline constexpr double year_of_fused_clamp = 2026.4, fused_clamp_share = 0.3;  // gpt-oss's activation in Megatron
inline constexpr double hopper_joules_a_flop = 700 / 989.4e12;  // H100 SXM: board power over dense bf16 peak
inline constexpr double power_exponent = 0.41;                  // fit: H100s of 500 W run at 0.87 of those of 700 W
inline constexpr double dense_gain_a_year = 0.95,
                        moe_gain_a_year = 0.83;   // fit: Megatron since 2023, 1 in 2025.0; experts: on Blackwell
inline constexpr double bigscience_factor = 1.3;  // fit: Megatron-DeepSpeed of 2021 and 2022
inline constexpr double maxtext_factor = 1.09;    // fit
inline constexpr double llm_foundry_memory_factor = 1.45, torchtitan_memory_factor = 1.6;  // fit

}  // namespace shardscope::constants
