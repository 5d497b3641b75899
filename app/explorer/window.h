// The explorer's frame: top bar, scenario on the left, verdict on top, the four views, the hint line.
#pragma once

#include "app/explorer/explorer.h"
#include "render/text/theme.h"

namespace shardscope {

/// What the parts of a frame say back and ask for.
struct WindowOutput {
  FrameOutput said;
  ViewRequests asked;
};
/// What they are given.
[[nodiscard]] ViewFrame frame_of(Explorer& explorer, const Theme& theme, WindowOutput& output);

/// Draws one frame over the whole of Dear ImGui's main viewport, which was cleared in theme.panel, and does what the
/// person asks in it. The only place where a panel's edit becomes the present scenario.
void draw_explorer(Explorer& explorer, const Theme& theme);

/// Draws the view that is grown alone over the whole viewport, for pictures.
void draw_view_alone(Explorer& explorer, const Theme& theme);

}  // namespace shardscope
