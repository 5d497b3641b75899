// A report's bytes as whole numbers, for those who read it: shares of a shard and of a percentage leave fractions, and
// rounding each alone would leave sums that don't add up.
#pragma once

#include <vector>

#include "core/base/units.h"
#include "core/memory/memory.h"

namespace shardscope {

/// The whole number that `value` misses by no more than doubles do; else the value itself.
[[nodiscard]] double whole(double value);
[[nodiscard]] Bytes whole(Bytes bytes);

/// Every part within a byte of what it was; parts sum to components, components to the total, which is the nearest
/// whole number to what it was. Megatron's own figures stay as its formula gives them.
[[nodiscard]] MemoryReport in_whole_bytes(MemoryReport memory);

/// The peak as in_whole_bytes() has it, of a report with stages.
[[nodiscard]] Bytes whole_peak(const MemoryReport& memory);

/// Bytes rounded so that every sum from the first on is the nearest whole number to the true one, and all of them sum
/// to `sum`, which the last makes up for.
[[nodiscard]] std::vector<Bytes> in_whole_bytes(std::vector<Bytes> parts, Bytes sum);

}  // namespace shardscope
