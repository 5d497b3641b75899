// Time lost: where a step's seconds go, from what the arithmetic would take at its peak to what the step takes: the
// ideal, and what is lost part by part, derived from the operations of the critical rank. They are the report's
// breakdown with its compute taken apart, so that all together are the step.
#pragma once

#include <array>
#include <string_view>

#include "core/base/choice.h"
#include "core/report/report.h"

namespace shardscope {

/// In the order in which they are told, as the report's JSON calls them.
// clang-format off
#define SHARDSCOPE_TIME_LOST(entry) \
  entry(at_peak, "at_peak") /* every product and attention at the dense peak of the precision that it runs in */ \
  entry(below_peak, "below_peak") /* what even a large product loses to power, clocks and library */ \
  entry(shapes, "shapes") /* what these shapes lose beyond: tiles, waves, short loops, narrow experts, memory */ \
  entry(attention, "attention") /* attention kernels beyond their FLOPs at peak */ \
  entry(memory_bound, "memory_bound") /* norms, activations, residuals, softmax, permutations */ \
  entry(casts, "casts") /* of products' operands to 8 or 4 bits */ \
  entry(launches, "launches") /* that no kernel covers, waits for the host, FSDP's copies around what it gathers */ \
  entry(recompute, "recompute") \
  entry(tensor, "tp_comm") \
  entry(context, "cp_comm") \
  entry(expert, "ep_comm") \
  entry(imbalance, "expert_imbalance") /* the busiest expert rank's kernels and all-to-all beyond a balanced one's */ \
  entry(pipeline, "pp_comm") \
  entry(bubble, "bubble") \
  entry(gradients, "dp_comm") \
  entry(optimizer, "optimizer") \
  entry(stragglers, "slow_rank_and_jitter") /* a slow rank and jitter, in the rank's own passes */ \
  entry(slowest, "slowest") /* the wait for the slowest replica where passes jitter */ \
  entry(other, "other")
SHARDSCOPE_TABLE(TimeLost, std::string_view, SHARDSCOPE_TIME_LOST)
// clang-format on
inline constexpr std::size_t time_lost_count = count_of<TimeLost>;

/// Indexed by TimeLost.
using LostSeconds = std::array<Seconds, time_lost_count>;

[[nodiscard]] Seconds seconds_of(const LostSeconds& lost, TimeLost part);
[[nodiscard]] Seconds total_of(const LostSeconds& lost);

/// Of a report with a time; zeros without. Where the breakdown has seconds of compute but the operations aren't known
/// (no peak for the precision), what isn't at peak counts as below it.
[[nodiscard]] LostSeconds time_lost(const Report& report);

}  // namespace shardscope
