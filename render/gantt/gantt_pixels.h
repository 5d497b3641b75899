// A chart of many bars as pixels: each column of each row shows the true mix of what its ranks do there, one kind above
// the other by its share of the time, idle time free. In: a chart's geometry, its index and palette. Out: the pixels of
// its lanes, and where to hatch below them. Cost follows pixels, and the ranks that share them.
#pragma once

#include <vector>

#include "render/gantt/color_sums.h"
#include "render/gantt/gantt_bars.h"

namespace shardscope {

/// The lanes of a chart.
struct GanttPixels {
  int width = 0, height = 0;  // a texel is a pixel high
  int stretch = 1;            // and so many pixels wide; the last one may go past the lanes
  std::vector<ImU32> rgba;    // width · height, transparent where nothing is
  std::vector<Rect> idle;     // on the screen: what shows through in them is idle time
};

/// How many pixels wide a column is: one, or more where a frame would take too long.
[[nodiscard]] int column_pixels(const GanttGeometry& geometry);

/// `sums` are of the chart's palette; only a palette that isn't by kind needs them.
void fill_gantt_pixels(const GanttPaint& paint, const ColorSums& sums, GanttPixels& pixels);

}  // namespace shardscope
