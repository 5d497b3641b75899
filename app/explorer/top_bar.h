// The top bar: which scenario is open, the tabs, undo and redo, files, theme and zoom.
#pragma once

#include "app/explorer/explorer.h"
#include "app/panels/frame.h"

namespace shardscope {

void top_bar(Explorer& explorer, const Frame& frame, const Rect& area);

}  // namespace shardscope
