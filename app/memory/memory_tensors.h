// The card of the grown Memory view that takes a component apart: a treemap of the tensors of one block of the stage,
// which a person picks, or of the component's lines.
#pragma once

#include "app/memory/memory_state.h"

namespace shardscope {

void tensors_card(MemoryState& state, const ViewFrame& frame, const Rect& card, const Report& report);

/// Shows the ledger's line in the treemap, outlined: an activation in a block of its kind that the stage has.
void show_in_treemap(MemoryState& state, const Scenario& shown, const LedgerLine& line);

}  // namespace shardscope
