// The Launch view: the check before a launch, and the launch's text, live beside the panel (views.h draws it grown).
#pragma once

#include "app/explorer/explorer.h"
#include "app/panels/frame.h"

namespace shardscope {

/// Two cards over `area`: what was read, whether it fits, which rules it breaks and what to change first; and the text
/// of the format that is picked, with what that can't say above it.
void launch_view(Explorer& explorer, const Frame& frame, const Rect& area);

/// Puts the launch's text, or the scenario's code, on the clipboard; `frame.said` says so.
void copy_launch(Explorer& explorer, const Frame& frame);
void copy_code(Explorer& explorer, const Frame& frame);

// Implementation detail: the cards, each in its file.
void check_card(Explorer& explorer, const Frame& frame, const Rect& card);
void text_card(Explorer& explorer, const Frame& frame, const Rect& card);

}  // namespace shardscope
