// Time lost: where a step's seconds go, from what the arithmetic would take at its peak to what the step takes: the
// ideal, and what is lost part by part, derived from the operations of the critical rank. They are the report's
// breakdown with its compute taken apart, so that all together are the step.
#pragma once

#include <array>
#include <string_view>

#include "core/report/report.h"

namespace shardscope {

/// In the order in which they are told.
enum class TimeLost {
  at_peak,       // every product and attention at the dense peak of the precision that it runs in
  below_peak,    // what even a large product loses to power, clocks and library
  shapes,        // what products of these shapes lose beyond: tiles, waves, short loops, narrow experts, memory
  attention,     // attention kernels beyond their FLOPs at peak
  memory_bound,  // norms, activations, residuals, softmax, permutations
  casts,         // of products' operands to 8 or 4 bits
  launches,      // launches that no kernel covers, waits for the host, FSDP's copies around what it gathers
  recompute,
  tensor,
  context,
  expert,
  imbalance,  // kernels and all-to-all of the busiest expert rank beyond those of a balanced one
  pipeline,
  bubble,
  gradients,
  optimizer,
  stragglers,  // a slow rank and jitter, in the rank's own passes
  slowest,     // the wait for the slowest replica where passes jitter
  other
};
inline constexpr std::size_t time_lost_count = 19;

/// Indexed by TimeLost.
using LostSeconds = std::array<Seconds, time_lost_count>;

/// As the report's JSON calls it: "memory_bound".
[[nodiscard]] std::string_view name_of(TimeLost part);

[[nodiscard]] Seconds seconds_of(const LostSeconds& lost, TimeLost part);
[[nodiscard]] Seconds total_of(const LostSeconds& lost);

/// Of a report with a time; zeros without. Where the breakdown has seconds of compute but the operations aren't known
/// (no peak for the precision), what isn't at peak counts as below it.
[[nodiscard]] LostSeconds time_lost(const Report& report);

}  // namespace shardscope
