// What a chart of many bars looked like last, kept by whoever keeps its timeline: filled anew where the chart shows
// something else, drawn as one textured quad either way.
#pragma once

#include <vector>

#include "render/gantt/gantt_pixels.h"
#include "render/picture/pixel_texture.h"

namespace shardscope {

/// Of one chart; a frame draws it once. Starts anew with a new timeline.
class GanttCanvas {
 public:
  /// All rows, and the hatch below them.
  void paint(const GanttPaint& paint);

 private:
  std::vector<double> shown_;    // what the pixels depend on
  std::vector<double> sums_of_;  // what the sums depend on
  ColorSums sums_;
  GanttPixels pixels_;
  PixelTexture texture_;
};

}  // namespace shardscope
