// The lab's left side: its values as sliders that can be typed too, and all schedules as points.
#pragma once

#include "app/lab/lab.h"
#include "app/panels/frame.h"

namespace shardscope {

/// Draws the panel at the window's cursor, over `height` pixels; the document as edited in this frame.
[[nodiscard]] LabDocument lab_panel(Lab& lab, const Frame& frame, float height);

/// The values that the sliders stop at, with `present` among them.
[[nodiscard]] std::vector<double> rank_stops(std::int32_t present);
[[nodiscard]] std::vector<double> micro_batch_stops(std::int32_t present);
[[nodiscard]] std::vector<double> memory_stops(const LabScenario& lab);

}  // namespace shardscope
