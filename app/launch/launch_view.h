// The Launch view's two cards, and what it puts on the clipboard.
#pragma once

#include "app/launch/launch_state.h"

namespace shardscope {

/// Puts the launch's text, or the scenario's code, on the clipboard; `frame.said` says so.
void copy_launch(const LaunchState& state, const ViewFrame& frame);
void copy_code(const Frame& frame);

// Implementation detail: the cards, each in its file.
void check_card(const LaunchState& state, const ViewFrame& frame, const Rect& card);
void text_card(LaunchState& state, const ViewFrame& frame, const Rect& card);

}  // namespace shardscope
