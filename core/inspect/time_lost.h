// Time lost: where a step's seconds go, from what the arithmetic would take at its peak to what the step takes: the
// ideal, and what is lost part by part, derived from the operations of the critical rank. They are the report's
// breakdown with its compute taken apart, so that all together are the step.
#pragma once

#include <array>
#include <string_view>

#include "core/base/choice.h"
#include "core/report/report.h"

namespace shardscope {

/// What the report's JSON calls it, and the part of the breakdown that it begins as; none where it is taken out of
/// others.
struct TimeLostRow {
  std::string_view name;
  Seconds StepBreakdown::*part = nullptr;
};
/// In the order in which they are told.
// clang-format off
#define SHARDSCOPE_TIME_LOST(entry) \
  entry(at_peak, "at_peak", &StepBreakdown::compute_at_peak) \
  /* every product and attention at the dense peak of the precision that it runs in */ \
  entry(below_peak, "below_peak", &StepBreakdown::compute_below_peak) \
  /* what even a large product loses to power, clocks and library */ \
  entry(shapes, "shapes") /* what these shapes lose beyond: tiles, waves, short loops, narrow experts, memory */ \
  entry(attention, "attention") /* attention kernels beyond their FLOPs at peak */ \
  entry(memory_bound, "memory_bound") /* norms, activations, residuals, softmax, permutations */ \
  entry(casts, "casts") /* of products' operands to 8 or 4 bits */ \
  entry(launches, "launches") /* that no kernel covers, waits for the host, FSDP's copies around what it gathers */ \
  entry(recompute, "recompute", &StepBreakdown::recompute) \
  entry(tensor, "tp_comm", &StepBreakdown::tp_comm) \
  entry(context, "cp_comm", &StepBreakdown::cp_comm) \
  entry(expert, "ep_comm", &StepBreakdown::ep_comm) \
  entry(imbalance, "expert_imbalance") /* the busiest expert rank's kernels and all-to-all beyond a balanced one's */ \
  entry(pipeline, "pp_comm", &StepBreakdown::pp_comm) \
  entry(bubble, "bubble", &StepBreakdown::bubble) \
  entry(gradients, "dp_comm", &StepBreakdown::dp_comm) \
  entry(optimizer, "optimizer", &StepBreakdown::optimizer) \
  entry(stragglers, "slow_rank_and_jitter") /* a slow rank and jitter, in the rank's own passes */ \
  entry(slowest, "slowest") /* the wait for the slowest replica where passes jitter */ \
  entry(other, "other", &StepBreakdown::other)
SHARDSCOPE_TABLE(TimeLost, TimeLostRow, SHARDSCOPE_TIME_LOST)
// clang-format on
inline constexpr std::size_t time_lost_count = count_of<TimeLost>;
[[nodiscard]] constexpr std::string_view name_of(TimeLost row) {
  return entry_of(row).name;
}

/// Indexed by TimeLost.
using LostSeconds = std::array<Seconds, time_lost_count>;

[[nodiscard]] Seconds seconds_of(const LostSeconds& lost, TimeLost part);
[[nodiscard]] Seconds total_of(const LostSeconds& lost);

/// Of a report with a time; zeros without. Where the breakdown has seconds of compute but the operations aren't known
/// (no peak for the precision), what isn't at peak counts as below it.
[[nodiscard]] LostSeconds time_lost(const Report& report);

}  // namespace shardscope
