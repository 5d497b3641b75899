// app/layout: which block of the model sits on which pipeline stage, as a card over the Memory and the Timeline view:
// the strip of blocks, dragged or typed, and the buttons that balance it. In: a report, the card's state. Out: the area
// that is left, an edit of the plan's layout.
#pragma once

#include "app/panels/view.h"

namespace shardscope {

/// Draws the card at the top of `area` where the plan has several stages; returns what is left below it. It is a line
/// until a person opens it or its layout is wrong.
[[nodiscard]] Rect layout_card(const ViewFrame& frame, const Rect& area);

}  // namespace shardscope
