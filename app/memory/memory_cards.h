// The cards of the grown Memory view (memory_grown.cpp puts them together).
#pragma once

#include "app/memory/memory_state.h"

namespace shardscope {

/// Takes a component apart: a treemap of the tensors of one block of the stage, which a person picks, or of the
/// component's lines.
void tensors_card(MemoryState& state, const ViewFrame& frame, const Rect& card, const Report& report);
/// Shows the ledger's line in the treemap, outlined: an activation in a block of its kind that the stage has.
void show_in_treemap(MemoryState& state, const Scenario& shown, const LedgerLine& line);

/// Under the table, what Megatron-LM's own report would say of the plan, and, opened by a click on the heading, the
/// named differences that lead from it to ours (core/inspect/memory/megatron_difference.h). Rows scroll where they
/// don't fit.
void megatron_rows(MemoryState& state, const ViewFrame& frame, const Rect& area, const Report& report);
/// Height wanted at the foot of a card of this height, from whether it is open and how many differences there are.
[[nodiscard]] float megatron_rows_height(const MemoryState& state, const Theme& theme, float card_height);

}  // namespace shardscope
