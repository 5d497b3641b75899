// Each constant's name, unit, what it governs and where it is from: the one table that the fit reads.
#pragma once

#include <iterator>
#include <span>
#include <string_view>

#include "core/constants/constant_kinds.h"
#include "core/constants/constants.h"

namespace shardscope {

struct NamedConstant {
  std::string_view name;
  double Constants::*value;
  ConstantKind kind;
  std::string_view unit;    // empty: a share, a factor or a count
  std::string_view source;  // "fit" where runs say it (constants.h)
  /// Of what the fit changes: where specifications or microbenchmarks alone would put it, and the spread of
  /// log(value / prior) of the pull to it; 0: it stays.
  double prior = 0, pull = 0;
};

namespace named_constants {

using C = Constants;
using enum ConstantKind;

// Priors: factors 1, a kernel as its microbenchmarks have it, halves where nothing is known.
inline constexpr double pull = 0.5;
// Of a yearly gain, which is compounded over up to five years: fitted on few years it would run away on others.
inline constexpr double yearly_pull = 0.1;

inline constexpr std::string_view profiles = "profiles; the fit keeps it", fit = "fit",
                                  prior = "a round value; the fit keeps it";
inline constexpr std::string_view nccl = "nccl-tests on 8-GPU nodes of A100, H100, H200 and B200";
inline constexpr std::string_view moved = "what the kernels read and write", chosen = "chosen, not fitted";

/// All of them, in the order of the struct.
inline constexpr NamedConstant all[] = {
    {"product_size_term", &C::product_size_term, products, "", fit, 600, pull},
    {"product_fixed_seconds", &C::product_fixed_seconds, products, "s", prior},
    {"tile_of_half", &C::tile_of_half, products, "", chosen},
    {"tile_of_quarter", &C::tile_of_quarter, products, "", chosen},
    {"tile_of_eighth", &C::tile_of_eighth, products, "", chosen},
    {"grouped_gain", &C::grouped_gain, grouped, "", fit, 1.2, pull},
    {"grouped_rows_half", &C::grouped_rows_half, grouped, "rows", "H800 and A100 grouped microbenchmarks, within 5%"},
    {"grouped_width_half", &C::grouped_width_half, grouped, "columns a PFLOP/s",
     "H800 and A100 grouped microbenchmarks, within 5%"},
    {"attention_backward_rate", &C::attention_backward_rate, attention, "", fit, 0.8, pull},
    {"attention_keys_half", &C::attention_keys_half, attention, "keys", "FlashAttention-2 and cuDNN microbenchmarks"},
    {"unfused_product_rate", &C::unfused_product_rate, attention, "", chosen},
    {"unfused_score_bytes_forward", &C::unfused_score_bytes_forward, attention, "bytes per score", moved},
    {"unfused_score_bytes_backward", &C::unfused_score_bytes_backward, attention, "bytes per score", moved},
    {"softmax_bytes_forward", &C::softmax_bytes_forward, attention, "bytes per score", moved},
    {"softmax_bytes_backward", &C::softmax_bytes_backward, attention, "bytes per score", moved},
    {"odd_head_rate", &C::odd_head_rate, attention, "", "fit: BigScience's 40 A100 runs", 0.2, pull},
    {"latent_attention_rate", &C::latent_attention_rate, attention, "", chosen},
    {"head_above_64_rate", &C::head_above_64_rate, attention, "",
     "FlashAttention-2 and cuDNN tables, by size of a head"},
    {"head_to_64_rate", &C::head_to_64_rate, attention, "", "FlashAttention-2 and cuDNN tables, by size of a head"},
    {"torch_attention_hopper", &C::torch_attention_hopper, attention, "", chosen},
    {"torch_attention_blackwell", &C::torch_attention_blackwell, attention, "",
     "FlashAttention-2 on Blackwell reaches 374 TFLOP/s on a GB200"},
    {"llm_foundry_attention", &C::llm_foundry_attention, attention, "", fit, 0.8, pull},
    {"llm_foundry_attention_hopper", &C::llm_foundry_attention_hopper, attention, "", fit, 0.65, pull},
    {"launches_dense_forward", &C::launches_dense_forward, waits, "", profiles},
    {"launches_dense_backward", &C::launches_dense_backward, waits, "", profiles},
    {"launches_moe_forward", &C::launches_moe_forward, waits, "", profiles},
    {"launches_moe_backward", &C::launches_moe_backward, waits, "", profiles},
    {"launches_low_forward", &C::launches_low_forward, waits, "", profiles},
    {"launches_low_backward", &C::launches_low_backward, waits, "", profiles},
    {"launches_low_moe_forward", &C::launches_low_moe_forward, waits, "", profiles},
    {"launches_low_moe_backward", &C::launches_low_moe_backward, waits, "", profiles},
    {"launches_fsdp_forward", &C::launches_fsdp_forward, waits, "", profiles},
    {"launches_fsdp_backward", &C::launches_fsdp_backward, waits, "", profiles},
    {"launches_tensor", &C::launches_tensor, waits, "", profiles},
    {"launches_old", &C::launches_old, waits, "", profiles},
    {"old_launch_factor", &C::old_launch_factor, waits, "", fit, 3, pull},
    {"graphs_launch_factor", &C::graphs_launch_factor, waits, "", prior},
    {"moe_sync_seconds", &C::moe_sync_seconds, waits, "s", fit, 100e-6, pull},
    {"moe_sync_backward", &C::moe_sync_backward, waits, "", prior},
    {"expert_launch_factor", &C::expert_launch_factor, waits, "", fit, 1.5, pull},
    {"launches_expert_forward", &C::launches_expert_forward, waits, "", profiles},
    {"launches_expert_backward", &C::launches_expert_backward, waits, "", profiles},
    {"launches_low_expert_forward", &C::launches_low_expert_forward, waits, "", profiles},
    {"launches_low_expert_backward", &C::launches_low_expert_backward, waits, "", profiles},
    {"moe_sync_with_graphs", &C::moe_sync_with_graphs, waits, "", fit},
    {"expert_graphs_share", &C::expert_graphs_share, waits, "", fit, 0.25, pull},
    {"moe_host_elsewhere", &C::moe_host_elsewhere, waits, "", fit, 0.5, pull},
    {"step_overhead_seconds", &C::step_overhead_seconds, waits, "s", prior},
    {"network_rate", &C::network_rate, network, "", fit, 0.9, pull},
    {"collective_seconds", &C::collective_seconds, network, "s", prior},
    {"collective_kernel_seconds", &C::collective_kernel_seconds, network, "s",
     "nccl-tests of 512 bytes on nodes of A100, H100, H200, B200 and GB200"},
    {"share_of_a_busy_link", &C::share_of_a_busy_link, network, "", "a fair share"},
    {"switch_tier_seconds", &C::switch_tier_seconds, network, "s", prior},
    {"gathered_kernels", &C::gathered_kernels, waits, "", "fit: LLM Foundry, torchtitan and MaxText", 1.05, pull},
    {"contention_passes", &C::contention_passes, network, "",
     "Lee et al. 2025, \"Characterizing Compute-Communication Overlap\": 18.9% on average over A100, H100, MI210, "
     "MI250"},
    {"contention_exchange", &C::contention_exchange, network, "",
     "Miao et al. 2022, \"Galvatron\", section 3.4.1: 1.3 times"},
    {"scale_up_hop_seconds", &C::scale_up_hop_seconds, network, "s",
     "peer access through NVSwitch, published: 0.7 to 2 us"},
    {"link_gain", &C::link_gain, network, "", nccl},
    {"in_network_rate", &C::in_network_rate, network, "", "nccl-tests: H200 0.84, B200 0.79"},
    {"in_network_seconds", &C::in_network_seconds, network, "s per GPU",
     "nccl-tests: 8 H100 and H200 from 64 MiB to 16 GiB, 72 GB200 from 512 MiB to 8 GiB"},
    {"in_network_tree_seconds", &C::in_network_tree_seconds, network, "s",
     "nccl-tests over two nodes of H100 and InfiniBand"},
    {"all_to_all_seconds", &C::all_to_all_seconds, network, "s", "nccl-tests: 4 and 8 GPUs from 512 bytes to 512 MiB"},
    {"loss_bytes", &C::loss_bytes, memory_bound, "bytes per logit", moved},
    {"old_loss_bytes", &C::old_loss_bytes, memory_bound, "bytes per logit", moved},
    {"torchtitan_loss_bytes", &C::torchtitan_loss_bytes, memory_bound, "bytes per logit", moved},
    {"llm_foundry_loss_bytes", &C::llm_foundry_loss_bytes, memory_bound, "bytes per logit", moved},
    {"fused_clamp_share", &C::fused_clamp_share, memory_bound, "", chosen},
    {"hopper_joules_per_flop", &C::hopper_joules_per_flop, products, "J a FLOP",
     "H100 SXM's datasheet: board power over dense bf16 peak"},
    {"power_exponent", &C::power_exponent, products, "", fit, 0.4, pull},
    {"dense_gain_per_year", &C::dense_gain_per_year, software, "", fit, 1, yearly_pull},
    {"moe_gain_per_year", &C::moe_gain_per_year, software, "", fit, 1, yearly_pull},
    {"bigscience_factor", &C::bigscience_factor, software, "", fit, 1, pull},
    {"maxtext_factor", &C::maxtext_factor, software, "", fit, 1, pull},
    {"llm_foundry_memory_factor", &C::llm_foundry_memory_factor, memory_bound, "", fit, 1, pull},
    {"torchtitan_memory_factor", &C::torchtitan_memory_factor, memory_bound, "", fit, 1, pull},
};
static_assert(std::size(all) * sizeof(double) == sizeof(Constants), "each constant has a row");

}  // namespace named_constants

[[nodiscard]] constexpr std::span<const NamedConstant> constant_table() {
  return named_constants::all;
}

}  // namespace shardscope
