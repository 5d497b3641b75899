// Animation that can be turned off: the one place for whatever of the window moves by itself.
#pragma once

#include "app/explorer/state/explorer.h"

namespace shardscope {

/// At a frame's end: lets the caret blink or not, as the settings say. Without animation the caret stands, a dialog
/// dims the window at once, and Play goes on by one pass each time that it is pressed.
void keep_still(Explorer& explorer);

}  // namespace shardscope
