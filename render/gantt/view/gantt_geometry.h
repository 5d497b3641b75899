// Where everything of a Gantt chart lies: lanes, labels, axis and minimap. Pure: the chart draws by it, the pointer is
// read by it, and tests check that the two agree.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "render/gantt/view/gantt_view.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// What stands in a chart beside its bars.
struct GanttLayout {
  std::string_view lane = "stage";  // what its lanes are called: "stage 0"
  bool minimap = true;              // the whole step below the axis, where there is room
  bool strips = false;              // under each lane what its rank holds, where lanes are high enough
  bool transfers = false;           // under each lane what its rank sends, where lanes are high enough
  std::int32_t ranks_per_row = 1;   // at least so many share a row
  float readout = 0;                // at scale 1: room at the right for what each rank does at the cursor
  float strip_varies = 1;           // the part of a strip's height that changes in a step; where that would be too low
                                    // to be read, one rank has a strip from near below all lanes
};

/// Ranks share rows where there are more of them than the height has room for.
struct GanttGeometry {
  Rect labels;   // what the lanes are called
  Rect lanes;    // the bars
  Rect near;     // below them: what one rank holds above what is always there; empty where lanes have strips
  Rect axis;     // below that
  Rect minimap;  // empty where there is no room
  Rect readout;  // right of the lanes; empty without one
  GanttExtent extent;
  TimeRange time;   // shown between lanes.min.x and lanes.max.x
  LaneRange shown;  // ranks
  std::int32_t ranks_per_row = 1, rows = 0;
  float pitch = 0, gap = 0;  // from row to row; of it, left free below each
  float transfers = 0;       // of it, below the bars: what the rank sends; 0 without
  float strip = 0;           // of it, between that and the gap: what the rank holds; 0 without strips

  [[nodiscard]] double x_of(double seconds) const;
  [[nodiscard]] double time_of(double x) const;
  /// The moment of the whole step at a point of the minimap.
  [[nodiscard]] double minimap_time_of(double x) const;

  /// The row that holds a rank in view.
  [[nodiscard]] std::int32_t row_of(std::int32_t rank) const { return (rank - shown.first) / ranks_per_row; }
  [[nodiscard]] std::int32_t first_rank(std::int32_t row) const { return shown.first + row * ranks_per_row; }
  /// How many ranks share the row; the last may have fewer.
  [[nodiscard]] std::int32_t ranks_in(std::int32_t row) const;
  /// The row's bars, over the whole width.
  [[nodiscard]] Rect row_rect(std::int32_t row) const;
  /// The lane of what the row's rank sends, below its bars; empty without.
  [[nodiscard]] Rect transfers_rect(std::int32_t row) const;
  /// The row's memory strip, below that; empty without strips.
  [[nodiscard]] Rect strip_rect(std::int32_t row) const;
  [[nodiscard]] std::optional<std::int32_t> rank_at(float y) const;
};

[[nodiscard]] GanttGeometry gantt_geometry(const Rect& area, const GanttView& view, const GanttExtent& extent,
                                           const Theme& theme, const GanttLayout& layout = {});

}  // namespace shardscope
