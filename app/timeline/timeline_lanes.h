// Below the passes of the Timeline one stage's layers and operations on their streams (render/lanes), on the chart's
// own range of time, so that its zoom goes on into them.
#pragma once

#include "app/timeline/timeline_state.h"

namespace shardscope {

/// Whether they are shown: where a person asked for them, else of a plan with one stage.
[[nodiscard]] bool shows_lanes(const TimelineState& state, const Report& report);

/// Whose lanes they are: the stage that is picked, else the one that sets the pace.
[[nodiscard]] std::int32_t rank_of_lanes(const ViewFrame& frame);

/// What the stage holds follows its operations from then on, in the strip below its passes.
void follow_operations(TimelineState& state, const ViewFrame& frame);

/// What they take of so much height; 0 where there are none.
[[nodiscard]] float lanes_height(TimelineState& state, const ViewFrame& frame, float height);

/// Right of a row: how long it is busy, and the step if what it runs were free.
[[nodiscard]] Explanation explain_lane_seconds(const Report& report, const StepLanes& lanes, const LanesIfFree& free,
                                               const LaneRow& row);

/// Wheel and drag move the chart above; a click on a layer goes close to it, and back.
void draw_lanes(TimelineState& state, const ViewFrame& frame, const Rect& area, const GanttGeometry& chart);

}  // namespace shardscope
