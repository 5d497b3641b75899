// The lab's frame below the top bar: its values on the left, two charts, the line below.
#pragma once

#include "app/lab/lab_status.h"

namespace shardscope {

/// Draws into `area` and does what the person asks. The only place where the lab's document changes.
void draw_lab(Lab& lab, const Frame& frame, const Rect& area, const LabNotice& notice);

/// The lab as a view of the window: over all of it but the top bar.
void draw_view(LabState& state, const ViewFrame& frame, const Rect& area);
/// Whether it plays, or points are still to come.
[[nodiscard]] bool is_working(const LabState& state);

/// Esc: ends what plays, then lets go what is followed and selected, then shows all.
void lab_escape(Lab& lab);

}  // namespace shardscope
