// The lab's frame below the top bar: its values on the left, two charts, the line below.
#pragma once

#include "app/lab/lab_status.h"
#include "app/panels/frame.h"

namespace shardscope {

/// Draws into `area` and does what the person asks. The only place where the lab's document changes.
void draw_lab(Lab& lab, const Frame& frame, const Rect& area, const LabNotice& notice);

/// Esc: ends what plays, then lets go what is followed and selected, then shows all.
void lab_escape(Lab& lab);

}  // namespace shardscope
