// A ledger's bytes as whole numbers, beside a report's (core/memory/whole_bytes.h).
#pragma once

#include <vector>

#include "core/inspect/ledger.h"

namespace shardscope {

/// The lines of a stage that is in whole bytes, those of each part summing to it.
[[nodiscard]] std::vector<LedgerLine> in_whole_bytes(std::vector<LedgerLine> lines, const StageMemory& whole);

}  // namespace shardscope
