// The explorer's frame: top bar, scenario on the left, verdict on top, the four views, the hint line.
#pragma once

#include "app/explorer/explorer.h"
#include "render/text/theme.h"

namespace shardscope {

/// Draws one frame over the whole of Dear ImGui's main viewport, which was cleared in theme.panel, and does what the
/// person asks in it. The only place where a panel's edit becomes the present scenario.
void draw_explorer(Explorer& explorer, const Theme& theme);

/// Draws one view alone over the whole viewport, for pictures.
void draw_view_alone(Explorer& explorer, const Theme& theme, ViewKind view);

}  // namespace shardscope
