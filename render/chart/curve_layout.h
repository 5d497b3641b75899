// Where everything of a curve chart stands: its plot, its lines, its marks, and words that none of them crosses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/chart/curve_chart.h"

namespace shardscope {

/// Values to pixels: x on a log scale, y on one or none.
struct CurveScale {
  Rect plot;    // its ground
  Rect inside;  // where values lie: less than the plot where a label takes a row of it
  double x_low = 1, x_high = 10, y_low = 0, y_high = 1;
  bool log_y = false;

  [[nodiscard]] double y_part(double y) const;
  [[nodiscard]] ImVec2 at(const CurvePoint& point) const;
  [[nodiscard]] double x_of(float pixel) const;
};

struct PlacedWords {
  Rect box;
  std::string words;
};

struct CurveLayout {
  CurveScale scale;
  std::vector<ImVec2> line, reference;  // the curve, and the dashed one as far as it lies in the plot
  std::vector<Rect> marks;              // this plan's disc with its range, and the best one's ring
  std::vector<float> limits;            // x of their upright lines
  std::vector<PlacedWords> words;       // of the y axis, and of limits as far as there is room
};

/// Nothing for fewer than two points, or where there is no room for a plot.
[[nodiscard]] std::optional<CurveLayout> lay_out_curve(const Theme& theme, const Rect& area, const CurveChart& chart);

/// Whether the curve, the dashed line, a mark or a limit's line goes through `box`.
[[nodiscard]] bool crosses_curve(const CurveLayout& layout, const Rect& box);

}  // namespace shardscope
