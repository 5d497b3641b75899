// The ink of an axis' marks, and of these alone: whoever reads the words of a draw list tells by it which of them are
// an axis' and no figure of the plan.
#pragma once

#include <imgui.h>

namespace shardscope {

/// A hair less than opaque, which nothing else is and nobody sees.
inline constexpr ImU32 axis_alpha = 254;

[[nodiscard]] constexpr ImU32 axis_ink(ImU32 color) {
  return (color & ~static_cast<ImU32>(IM_COL32_A_MASK)) | (axis_alpha << IM_COL32_A_SHIFT);
}

[[nodiscard]] constexpr bool is_axis_ink(ImU32 color) {
  return color >> IM_COL32_A_SHIFT == axis_alpha;
}

}  // namespace shardscope
