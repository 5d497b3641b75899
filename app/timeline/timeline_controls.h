// The line of controls of the grown Timeline: playing, colours, what is shown, rows, comparing, exporting.
#pragma once

#include "app/timeline/timeline_state.h"

namespace shardscope {

[[nodiscard]] float timeline_controls_height(const Theme& theme);

/// Draws them into `line`; they change the state, or ask where to export to.
void timeline_controls(TimelineState& state, const ViewFrame& frame, const Rect& line);

}  // namespace shardscope
