// A rectangle of the screen, in pixels; y grows downwards. What every view is drawn into.
#pragma once

#include <imgui.h>

namespace shardscope {

struct Rect {
  ImVec2 min, max;

  [[nodiscard]] float width() const { return max.x - min.x; }
  [[nodiscard]] float height() const { return max.y - min.y; }
  [[nodiscard]] ImVec2 center() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
  [[nodiscard]] bool contains(ImVec2 point) const {
    return point.x >= min.x && point.x < max.x && point.y >= min.y && point.y < max.y;
  }
  [[nodiscard]] bool overlaps(const Rect& other) const {
    return min.x < other.max.x && other.min.x < max.x && min.y < other.max.y && other.min.y < max.y;
  }
  /// Smaller by `margin` on every side.
  [[nodiscard]] Rect inset(float margin) const {
    return {{min.x + margin, min.y + margin}, {max.x - margin, max.y - margin}};
  }
};

/// Where a chart is asked when nothing points at it.
inline constexpr ImVec2 nowhere_to_point{-1e9F, -1e9F};

}  // namespace shardscope
