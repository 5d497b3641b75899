// The four views as cards: their places, the borders between them, and what the mouse does in each.
#pragma once

#include "app/explorer/explorer.h"
#include "app/panels/frame.h"

namespace shardscope {

/// Draws the views into `area`, or the one that is grown over all of it. `compact`: Step and Cluster share a card.
void draw_views(Explorer& explorer, const Frame& frame, const Rect& area, bool compact);

// One view each, in its card.
void memory_card(Explorer& explorer, const Frame& frame, const Rect& card);
void memory_detail(Explorer& explorer, const Frame& frame, const Rect& area);  // grown: four cards of its own
void step_detail(Explorer& explorer, const Frame& frame, const Rect& area);    // the same
void run_detail(Explorer& explorer, const Frame& frame, const Rect& area);     // grown only
void step_card(Explorer& explorer, const Frame& frame, const Rect& card, float reserved = 0);  // right of the title
void cluster_card(Explorer& explorer, const Frame& frame, const Rect& card, float reserved = 0);
void cluster_detail(Explorer& explorer, const Frame& frame, const Rect& area);  // grown: a page of cards
/// Which layer sits where, above the grown Timeline and Memory views; nothing where there is one stage. Returns what it
/// leaves of `area`.
[[nodiscard]] Rect layout_card(Explorer& explorer, const Frame& frame, const Rect& area);
void timeline_card(Explorer& explorer, const Frame& frame, const Rect& card);

/// The card of a view: frame, title, and the ways to grow it (corner mark, double click on the title). Returns the
/// body.
[[nodiscard]] Rect view_card(Explorer& explorer, const Frame& frame, const Rect& card, ViewKind view,
                             std::string_view name, std::string_view title, std::string_view subtitle);

/// Words in the middle of a body that has nothing to show.
void say_in_body(const Frame& frame, const Rect& body, std::string_view text);

}  // namespace shardscope
