// The area of the views: four of them as cards with borders that are dragged, or one over all of it.
#pragma once

#include "app/explorer/explorer.h"

namespace shardscope {

/// Draws the views into `area`, or the one that is grown over all of it. `compact`: Step and Cluster share a card.
void draw_views(Explorer& explorer, const ViewFrame& frame, const Rect& area, bool compact);

}  // namespace shardscope
