// The constants that a step's time rests on, by what they govern, and how far they may be off.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/base/choice.h"
#include "core/base/units.h"

namespace shardscope {

// clang-format off
#define SHARDSCOPE_CONSTANT_KIND(entry) \
  entry(products, "products in 16 bits") /* or more */ \
  entry(low_products, "products in 8 or 4 bits") \
  entry(grouped, "experts' products") /* of any precision */ \
  entry(attention, "attention") \
  entry(memory_bound, "memory-bound kernels") /* and the optimizer */ \
  entry(waits, "launches and waits") /* no kernel covers them: launches, the host, copies around what FSDP gathers */ \
  entry(network, "network") \
  entry(software, "software") /* what a framework's release makes of all kernels: its factor and its age */
// clang-format on
SHARDSCOPE_TABLE(ConstantKind, std::string_view, SHARDSCOPE_CONSTANT_KIND)
/// Kinds whose seconds are their own; the software, the last, governs the kernels of all the others.
inline constexpr std::size_t constant_kind_count = index_of(ConstantKind::software);

/// Indexed by ConstantKind, the software left out.
using GovernedSeconds = std::array<Seconds, constant_kind_count>;

/// How many standard deviations of a normal distribution lie between its median and its 10th or 90th percentile.
inline constexpr double deviations_to_tenth = 1.2815515655446004;

/// How far off a constant may be, as log of a factor: at a tenth of the runs what it governs takes less than
/// exp(-shorter) times as long, at a tenth more than exp(longer).
struct ConstantSpread {
  double shorter = 0, longer = 0;

  bool operator==(const ConstantSpread&) const = default;
};

}  // namespace shardscope
