// What one rank holds over the step, stacked by component: what lasts in bands, activations on top, the capacity line,
// and the moment of the peak. Cost follows pixels: a column shows the most of its time.
#pragma once

#include <imgui.h>

#include <optional>
#include <string_view>

#include "core/inspect/memory/curve.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

struct MemoryCurveView {
  ImVec2 pointer = nowhere_to_point;
  std::string_view at_peak;           // said beside the peak's line: "32 micro-batch-chunks alive"
  std::optional<double> moment = {};  // that is played, in seconds
};

/// The moment under the pointer, in seconds; absent outside of the plot.
std::optional<double> draw_memory_curve(ImDrawList& draw, const Theme& theme, const Rect& area,
                                        const MemoryCurve& curve, Bytes capacity, const MemoryCurveView& view);

/// Where the plot is and what its scales are, for the pointer and tests.
struct MemoryCurvePlot {
  Rect plot;
  double seconds = 0;  // over the plot's width
  double bytes = 0;    // over its height
  [[nodiscard]] float x_of(double time) const;
  [[nodiscard]] float y_of(double amount) const;
};
[[nodiscard]] MemoryCurvePlot memory_curve_plot(const Theme& theme, const Rect& area, const MemoryCurve& curve,
                                                Bytes capacity);

}  // namespace shardscope
