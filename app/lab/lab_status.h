// The lab's last line: what is followed and what the ranks do at the moment picked, the buttons that play, and how long
// the simulation took.
#pragma once

#include "app/lab/lab.h"
#include "app/panels/frame.h"

namespace shardscope {

void lab_status(Lab& lab, const Frame& frame, const Rect& area);

/// Space plays and pauses, the arrow keys step, + and - change the speed, Esc ends playing, then lets go what is
/// followed. While the pointer is over the `controls`, the arrows are theirs.
void lab_keys(Lab& lab, const Rect& controls);

}  // namespace shardscope
