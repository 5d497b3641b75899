// Predicted against measured: a point per run, both axes logarithmic and alike, the diagonal where they agree and a
// band of 10% on either side.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>

#include "render/chart/log_axis.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

struct MeasuredPoint {
  double measured = 0, predicted = 0;  // seconds, above 0
  ImU32 color = 0;
  bool pale = false;  // out of the chosen group
};

struct MeasuredPlot {
  std::span<const MeasuredPoint> points;
  std::optional<std::size_t> ringed;  // the run that is open
  double present = 0;                 // seconds predicted of a plan that nobody measured, where none is open; 0: none
};

/// The plot's place in `area`; what is predicted of the present plan lies within.
[[nodiscard]] LogPlot measured_axes(const Theme& theme, const Rect& area, const MeasuredPlot& plot);

/// Draws into `area`; the point under the pointer, pale ones left out.
std::optional<std::size_t> draw_measured_plot(ImDrawList& draw, const Theme& theme, const Rect& area,
                                              const MeasuredPlot& plot, ImVec2 pointer);

}  // namespace shardscope
