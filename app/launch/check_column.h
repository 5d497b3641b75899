// What the check's cards are put together from: words from top to bottom in a column, and the rules that the plan
// breaks in such a column, each with a button that mends it.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/launch/launch_state.h"
#include "render/text/text.h"

namespace shardscope {

/// Each call moves down.
struct CheckColumn {
  const ViewFrame& frame;
  float left, width, y;

  void gap(float pixels) { y += frame.theme.px(pixels); }
  /// `reserved` is kept free at the right.
  void line(TextRole role, ImU32 color, std::string_view text, float indent = 0, float reserved = 0) {
    const float inset = frame.theme.px(indent), height = text_height(frame.theme, role);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImVec2 low = draw.GetClipRectMin(), high = draw.GetClipRectMax();
    const float whole = y + std::floor((high.y - y) / height) * height;  // no line that the card's edge would cut
    const float below = frame.theme.px(1);                               // a descender's last pixel
    draw.PushClipRect(low, {high.x, std::max(low.y, std::min(high.y, whole + below))});
    y += draw_wrapped(draw, frame.theme, role, {left + inset, y}, color, text, width - inset - reserved);
    draw.PopClipRect();
  }
  void heading(std::string_view text) {
    gap(14);
    line(TextRole::strong, frame.theme.text, text);
    gap(4);
  }
};

/// The picked framework's rules, those that are broken first, and what of the plan it has no word for.
void rules_section(const LaunchState& state, CheckColumn& column);

/// Why a script isn't read, each with what mends it.
void problem_rows(const LaunchState& state, CheckColumn& column);

}  // namespace shardscope
