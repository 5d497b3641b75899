// Why there is no chart, in its place.
#pragma once

#include <imgui.h>

#include <string_view>

#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// In the middle of `body`: what can't be, and below it the reason, wrapped.
void draw_reason(ImDrawList& draw, const Theme& theme, const Rect& body, std::string_view what, std::string_view why);

}  // namespace shardscope
