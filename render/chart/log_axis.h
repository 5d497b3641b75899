// Logarithmic axes between powers of ten, and a plot between two of them.
#pragma once

#include <imgui.h>

#include <string>

#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// How far a value lies from `low`, 0, to `high`, 1, by doublings; and the value that lies there.
[[nodiscard]] double log_share(double value, double low, double high);
[[nodiscard]] double value_at_log_share(double share, double low, double high);

/// Maps values above 0 to pixels, a decade as long as the next, either way round.
struct LogScale {
  double low = 1, high = 10;      // values: a power of ten, and one or a value within a decade
  float at_low = 0, at_high = 1;  // where they lie

  [[nodiscard]] float pixel(double value) const;
};

/// From the power of ten at or below `least` to the one at or above `most`, a decade at least. 1 to 10 where the two
/// aren't finite numbers above 0 in this order.
[[nodiscard]] LogScale log_scale(double least, double most, float at_low, float at_high);

/// "0.1", "1", "1,000", "100k", "10M".
[[nodiscard]] std::string decade_label(double power_of_ten);

/// A plot between two of them.
struct LogPlot {
  Rect area;
  LogScale x, y;

  [[nodiscard]] ImVec2 pixel(double along, double up) const { return {x.pixel(along), y.pixel(up)}; }
};

/// The ground, and faint lines at the decades with their labels below and to the left; fewer labels where they would
/// touch.
void draw_log_plot(ImDrawList& draw, const Theme& theme, const LogPlot& plot, std::string_view x_unit,
                   std::string_view y_unit);

}  // namespace shardscope
