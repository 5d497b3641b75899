// Under the Memory view's table: what Megatron-LM's own report would say of the plan, and, opened, the named
// differences that lead from it to ours (core/inspect/megatron_difference.h).
#pragma once

#include "app/memory/memory_state.h"

namespace shardscope {

/// Height wanted at the foot of a card of this height, from whether it is open and how many differences there are.
[[nodiscard]] float megatron_rows_height(const MemoryState& state, const Theme& theme, float card_height);

/// Draws into `area`; a click on the heading opens or closes it. Rows scroll where they don't fit.
void megatron_rows(MemoryState& state, const ViewFrame& frame, const Rect& area, const Report& report);

}  // namespace shardscope
