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

// Of a launch script.
/// Changes that let it start, each with the lines that it changes; returns where they end.
float mend_rows(const LaunchState& state, const ViewFrame& frame, ImVec2 top, float width);
void script_card(LaunchState& state, const ViewFrame& frame, const Rect& card);
void script_text(LaunchState& state, const ViewFrame& frame, const Rect& area);
/// What it takes from outside, within so much room; returns where that ends, at its top where it takes nothing.
float outside_fields(LaunchState& state, const ViewFrame& frame, const Rect& room);
void verdict_banner(const LaunchState& state, const ViewFrame& frame, const Rect& card);
void read_card(LaunchState& state, const ViewFrame& frame, const Rect& card);
/// What it takes; of a script that is refused, dimmed, what it would take.
void figures_card(const LaunchState& state, const ViewFrame& frame, const Rect& card);
/// The rules that are broken, what to change first, and what was noticed while reading.
void script_check_card(LaunchState& state, const ViewFrame& frame, const Rect& card);

}  // namespace shardscope
