// render/log: what a training log says, as pictures: its steps over the iterations, beside what was predicted.
// In: records of core/logs, a rectangle.
// Out: triangles in the draw list, and what is under the pointer.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/logs/log_records.h"
#include "core/measured/compare.h"
#include "render/chart/chart.h"

namespace shardscope {

struct StepSeries {
  std::span<const LogRecord> records;  // marked; those without a time aren't drawn
  double typical = 0;                  // seconds; 0: none counts
  std::optional<double> predicted = {};
  std::optional<FigureRange> range = {};  // of the prediction
};

/// Iterations to the right, seconds up: high enough for all that count, the typical step and the prediction's range;
/// what lies above stands at the upper edge.
struct SeriesGeometry {
  Rect plot;
  LinearScale x, y;
};
[[nodiscard]] SeriesGeometry series_geometry(const Rect& area, const StepSeries& series, const Theme& theme);

[[nodiscard]] ImU32 skipped_color(const Theme& theme, Skipped why);

/// Draws into `area`, as much per column of pixels as it has room for, whatever the number of records; the record under
/// the pointer or close to it.
std::optional<std::size_t> draw_step_series(ImDrawList& draw, const Theme& theme, const Rect& area,
                                            const StepSeries& series, ImVec2 pointer);

}  // namespace shardscope
