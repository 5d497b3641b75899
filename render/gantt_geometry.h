// Where everything of a Gantt chart lies: lanes, labels, axis and minimap. Pure: the chart draws by it, the pointer is
// read by it, and tests check that the two agree.
#pragma once

#include <cstdint>
#include <optional>

#include "render/gantt_view.h"
#include "render/rect.h"
#include "render/theme.h"

namespace shardscope {

/// Ranks share rows where there are more of them than the height has room for.
struct GanttGeometry {
  Rect labels;   // "stage 0"
  Rect lanes;    // the bars
  Rect axis;     // below them
  Rect minimap;  // empty where there is no room
  GanttExtent extent;
  TimeRange time;   // shown between lanes.min.x and lanes.max.x
  LaneRange shown;  // ranks
  std::int32_t ranks_a_row = 1, rows = 0;
  float pitch = 0, gap = 0;  // from row to row; of it, left free below each

  [[nodiscard]] double x_of(double seconds) const;
  [[nodiscard]] double time_of(double x) const;
  /// The moment of the whole step at a point of the minimap.
  [[nodiscard]] double minimap_time_of(double x) const;

  [[nodiscard]] std::int32_t first_rank(std::int32_t row) const { return shown.first + row * ranks_a_row; }
  /// How many ranks share the row; the last may have fewer.
  [[nodiscard]] std::int32_t ranks_in(std::int32_t row) const;
  /// The row's bars, over the whole width.
  [[nodiscard]] Rect row_rect(std::int32_t row) const;
  [[nodiscard]] std::optional<std::int32_t> rank_at(float y) const;
};

[[nodiscard]] GanttGeometry gantt_geometry(const Rect& area, const GanttView& view, const GanttExtent& extent,
                                           const Theme& theme);

}  // namespace shardscope
