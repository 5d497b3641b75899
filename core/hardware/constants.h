// What all GPUs share in the kernel and network model. "fit": fitted on 786 public runs of 2020 to 2026, all together,
// step time 4.6% off at the median, cross-validated. "prior": a round value that the fit keeps without loss.
#pragma once

namespace shardscope::constants {

// Matrix products.
inline constexpr double product_size_term = 600;       // fit: t grows by 600 / (m·n·k)^(1/3)
inline constexpr double product_fixed_seconds = 3e-6;  // prior: start and end of a kernel
inline constexpr double grouped_gain = 1.2;            // fit: grouped products against single ones at the same rows
inline constexpr double grouped_rows_half = 120;       // H800 and A100 grouped microbenchmarks, within 5%
inline constexpr double grouped_width_half = 500;      // the same; times the 16-bit peak in PFLOP/s

// Attention.
inline constexpr double attention_backward_work = 2.5;   // Dao 2023, section 3.1: five products against two
inline constexpr double attention_backward_rate = 0.79;  // fit
inline constexpr double attention_keys_half = 400;       // FlashAttention-2 and cuDNN microbenchmarks
inline constexpr double unfused_product_rate = 0.85;
inline constexpr double unfused_score_bytes_forward = 4, unfused_score_bytes_backward = 8;
inline constexpr double softmax_bytes_forward = 9, softmax_bytes_backward = 11;  // a score, softmax and dropout
inline constexpr double odd_head_rate = 0.12;  // heads that 8 doesn't divide, unfused; BigScience's runs

// Launches.
inline constexpr double launches_dense_forward = 16, launches_dense_backward = 22;
inline constexpr double launches_moe_forward = 45, launches_moe_backward = 55;
inline constexpr double old_launch_factor = 4.3;      // fit: Megatron until 2023, some 35 us a kernel
inline constexpr double graphs_launch_factor = 0.25;  // prior: CUDA graphs
inline constexpr double moe_sync_seconds = 108e-6;    // fit: token counts to the host, forward; half of it backward
inline constexpr double expert_launch_factor = 1.67;  // fit

// Network.
inline constexpr double network_rate = 0.90;         // fit: of the network card
inline constexpr double collective_seconds = 15e-6;  // prior: start of a collective within a layer

// Frameworks.
inline constexpr double loss_bytes = 12, old_loss_bytes = 22;  // a logit: Transformer Engine; Megatron until 2023
inline constexpr double torchtitan_loss_bytes = 14, llm_foundry_loss_bytes = 18;
inline constexpr double year_of_fused_clamp = 2026.4, fused_clamp_share = 0.3;  // gpt-oss's activation in Megatron
inline constexpr double hopper_joules_a_flop = 700 / 989.4e12;  // H100 SXM: board power over dense bf16 peak
inline constexpr double power_exponent = 0.41;                  // fit: H100s of 500 W run at 0.87 of those of 700 W
inline constexpr double dense_gain_a_year = 0.95, moe_gain_a_year = 0.89;  // fit: Megatron's releases from 2025.0
inline constexpr double bigscience_factor = 1.23;                          // fit: Megatron-DeepSpeed of 2021 and 2022
inline constexpr double maxtext_factor = 1.09;                             // fit
inline constexpr double llm_foundry_memory_factor = 1.55, torchtitan_memory_factor = 1.4;  // fit

}  // namespace shardscope::constants
