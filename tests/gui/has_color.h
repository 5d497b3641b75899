// Whether a part of a picture has a pixel of just that colour.
#pragma once

#include <imgui.h>

#include "render/picture/image.h"
#include "render/text/rect.h"

namespace shardscope::tests {

[[nodiscard]] inline bool has_color(const Image& image, const Rect& area, ImU32 color) {
  for (auto y = static_cast<int>(area.min.y); y < static_cast<int>(area.max.y); ++y)
    for (auto x = static_cast<int>(area.min.x); x < static_cast<int>(area.max.x); ++x) {
      const auto pixel = image.at(x, y);
      if (IM_COL32(pixel[0], pixel[1], pixel[2], 255) == color) return true;
    }
  return false;
}

}  // namespace shardscope::tests
