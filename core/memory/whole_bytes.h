// A report's bytes as whole numbers, for those who read it: shares of a shard and of a percentage leave fractions, and
// rounding each alone would leave sums that don't add up.
#pragma once

#include <vector>

#include "core/inspect/ledger.h"
#include "core/memory/memory.h"

namespace shardscope {

/// Every part within a byte of what it was; parts sum to components, components to the total, which is the nearest
/// whole number to what it was. Megatron's own figures stay as its formula gives them.
[[nodiscard]] MemoryReport in_whole_bytes(MemoryReport memory);

/// The lines of a stage that is in whole bytes, those of each part summing to it.
[[nodiscard]] std::vector<LedgerLine> in_whole_bytes(std::vector<LedgerLine> lines, const StageMemory& whole);

}  // namespace shardscope
