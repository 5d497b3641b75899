// The constants that a step's time rests on, by what they govern, and how far they may be off.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/base/choice.h"
#include "core/base/units.h"

namespace shardscope {

enum class ConstantKind {
  products,      // matrix products in 16 bits or more
  low_products,  // in 8 or 4 bits
  grouped,       // experts' products, of any precision
  attention,
  memory_bound,  // and the optimizer
  waits,         // launches that no kernel covers, waits for the host, copies around what FSDP gathers
  network,
  software  // what a framework's release makes of all kernels: its factor and its age
};
/// Kinds whose seconds are their own; the software governs the kernels of all the others.
inline constexpr std::size_t constant_kind_count = 7;

/// "products in 8 or 4 bits".
[[nodiscard]] constexpr std::string_view name_of(ConstantKind kind) {
  constexpr std::array<std::string_view, constant_kind_count + 1> names = {
      "products in 16 bits",  "products in 8 or 4 bits", "experts' products", "attention",
      "memory-bound kernels", "launches and waits",      "network",           "software"};
  return names[index_of(kind)];
}

/// Indexed by ConstantKind, the software left out.
using GovernedSeconds = std::array<Seconds, constant_kind_count>;

/// How far off a constant may be, as log of a factor: at a tenth of the runs what it governs takes less than
/// exp(-shorter) times as long, at a tenth more than exp(longer).
struct ConstantSpread {
  double shorter = 0, longer = 0;
};

/// A constant's part of the step's range: what it governs, and how far it may be off.
struct RangePart {
  std::string_view name;
  Seconds governs;
  ConstantSpread spread;
};
/// One entry a ConstantKind, in their order.
using RangeParts = std::array<RangePart, constant_kind_count + 1>;

}  // namespace shardscope
