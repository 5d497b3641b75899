// app/explorer: the window's frame, without the window: top bar, scenario on the left, verdict on top, the views,
// dialogs. In: the session, each view's state, mouse and keys through Dear ImGui. Out: frames, and pictures of them.
// The session changes here alone: panels return an edited scenario, views ask for an edit. No GLFW, EGL or D-Bus but
// for pictures.
//
// The explorer's frame: top bar, scenario on the left, verdict on top, the four views, the hint line.
#pragma once

#include <imgui.h>

#include <vector>

#include "app/explorer/state/explorer.h"
#include "render/chart/card.h"
#include "render/text/theme.h"

namespace shardscope {

/// What the parts of a frame say back and ask for.
struct WindowOutput {
  FrameOutput said;
  ViewRequests asked;
};
/// What they are given.
[[nodiscard]] ViewFrame frame_of(Explorer& explorer, const Theme& theme, WindowOutput& output);

/// Draws the cards and then, beneath them, the ground around those that they noted.
template <class DrawCards>
void draw_on_ground(const Theme& theme, const Rect& area, const std::vector<Rect>& cards, DrawCards draw_cards) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.ChannelsSplit(2);
  draw.ChannelsSetCurrent(1);
  draw_cards();
  draw.ChannelsSetCurrent(0);
  draw_surround(draw, theme, area, cards);
  draw.ChannelsMerge();
}

/// Draws one frame over the whole of Dear ImGui's main viewport, which was cleared in theme.panel, and does what the
/// person asks in it. The only place where a panel's edit becomes the present scenario.
void draw_explorer(Explorer& explorer, const Theme& theme);

/// Draws the view that is grown alone over the whole viewport, for pictures.
void draw_view_alone(Explorer& explorer, const Theme& theme);

}  // namespace shardscope
