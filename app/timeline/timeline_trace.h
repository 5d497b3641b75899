// A profiler's trace above the simulated lanes: its typical step, aligned at the step's start, kind by kind.
#pragma once

#include "app/timeline/timeline_state.h"

namespace shardscope {

/// The open trace beside the shown report; null where none is open, its steps aren't marked, or the view isn't grown
/// and unfolded.
[[nodiscard]] const TraceBeside* trace_of(TimelineState& state, const ViewFrame& frame);

/// When the traced step ends, in seconds; 0 without one.
[[nodiscard]] double trace_end(TimelineState& state, const ViewFrame& frame);

/// What its rows take of so much height; 0 where there are none.
[[nodiscard]] float trace_height(TimelineState& state, const ViewFrame& frame, float height);

/// Wheel and drag move the chart above.
void draw_trace(TimelineState& state, const ViewFrame& frame, const Rect& area, const GanttGeometry& chart);

}  // namespace shardscope
