// The lab's two charts, one above the other on the same time axis.
#pragma once

#include "app/lab/lab.h"
#include "app/panels/frame.h"

namespace shardscope {

/// Draws both into `area`. A title is a list of all schedules: what was chosen goes into `document`.
void lab_charts(Lab& lab, LabDocument& document, const Frame& frame, const Rect& area);

}  // namespace shardscope
