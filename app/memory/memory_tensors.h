// The card of the grown Memory view that takes a component apart: a treemap of the tensors of one block of the stage,
// which a person picks, or of the component's lines.
#pragma once

#include "app/explorer/explorer.h"
#include "app/panels/frame.h"

namespace shardscope {

void tensors_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report);

/// Shows the ledger's line in the treemap, outlined: an activation in a block of its kind that the stage has.
void show_in_treemap(Explorer& explorer, const LedgerLine& line);

/// A card without a way to grow: it belongs to a grown view. Returns its body; `reserved` is kept free at the right of
/// the title.
[[nodiscard]] Rect plain_card(const Frame& frame, const Rect& card, std::string_view title, std::string_view subtitle,
                              float reserved = 0);

}  // namespace shardscope
