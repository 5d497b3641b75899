// Many plain rectangles as one picture: the processor fills the pixels that OpenGL would, and a draw list shows them as
// one textured quad. Thousands of small rectangles cost software GL far more than their pixels do.
#pragma once

#include <vector>

#include "render/picture/pixel_texture.h"
#include "render/text/rect.h"

namespace shardscope {

/// Of one place on the screen. What hasn't changed may be shown again in later frames.
class PixelCanvas {
 public:
  /// Begins a picture of this area of the screen, with nothing on it.
  void begin(const Rect& area);
  /// The same, unless the picture that is there is of the same area and the same `key`, all that it depends on: then it
  /// stays, and true comes back. An empty key is like no other.
  [[nodiscard]] bool begin(const Rect& area, std::vector<double> key);
  /// The pixels whose centre lies in the rectangle; what lies outside of the area is left out. Colours replace what was
  /// there.
  void fill(const Rect& rect, ImU32 color);
  /// The picture where its area is; it goes to the texture once until the next begin().
  void show(ImDrawList& draw);

 private:
  int left_ = 0, top_ = 0, width_ = 0, height_ = 0;
  bool shown_ = false;
  std::vector<ImU32> pixels_;
  Rect area_;
  std::vector<double> key_;
  PixelTexture texture_;
};

}  // namespace shardscope
