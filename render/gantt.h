// The Gantt chart of one step: ranks from top to bottom, time from left to right, idle time hatched.
// A lane with few bars in view draws each; one with many draws the true mix of work in each column, so that a frame
// costs pixels, not bars: at most gantt_quads_max of them.
#pragma once

#include <imgui.h>

#include <optional>
#include <string_view>

#include "core/report.h"
#include "render/gantt_geometry.h"

namespace shardscope {

inline constexpr int gantt_quads_max = 8000;

enum class GanttPlace { nowhere, lanes, labels, axis, minimap };

/// What is under the pointer.
struct GanttHover {
  GanttPlace place = GanttPlace::nowhere;
  double time = 0;                   // seconds of the step, on lanes, axis and minimap
  std::optional<std::int32_t> rank;  // on lanes and labels
  // On lanes:
  BarKind kind = BarKind::idle;
  TimeRange range;           // of the whole pass, gap or part of the tail
  std::optional<Pass> pass;  // where it is one
};

[[nodiscard]] GanttHover gantt_hover(const GanttGeometry& geometry, const Timeline& timeline,
                                     const TimelineIndex& index, ImVec2 pointer);

/// The whole of what a report's chart can show.
[[nodiscard]] GanttExtent gantt_extent(const TimelineIndex& index);

/// Draws the chart into `area`, lanes, axis and minimap. `index` was built from the report's timeline. Reads its
/// arguments only; says what is under `pointer`, which may lie anywhere.
GanttHover draw_gantt(ImDrawList& draw, const Rect& area, const Report& report, const TimelineIndex& index,
                      const GanttView& view, const Theme& theme, ImVec2 pointer);

}  // namespace shardscope
