// A colour as designers write it.
#pragma once

#include <imgui.h>

namespace shardscope {

/// Opaque, of 0xRRGGBB.
[[nodiscard]] constexpr ImU32 color_of_hex(unsigned hex) {
  return IM_COL32((hex >> 16) & 255u, (hex >> 8) & 255u, hex & 255u, 255u);
}

}  // namespace shardscope
