// render/gantt: the timeline of a step: bars, transfers, waiting, what ranks hold, at any zoom.
// In: a Timeline with its index, a view of it (view/gantt_view.h), a rectangle. Out: at most as many quads as pixels
// ask for, and what is under the pointer.
//
// The Gantt chart of one timeline: ranks from top to bottom, time from left to right, idle time hatched; under each
// rank, where asked for, what it holds. A lane with few bars in view draws each; one with many draws the true mix of
// work in each column as one picture (gantt_canvas.h), so that a frame costs pixels, not bars: at most
// GanttSource::quads_max quads.
#pragma once

#include <imgui.h>

#include <optional>

#include "core/pipeline/dependencies.h"
#include "render/gantt/gantt_bars.h"
#include "render/gantt/view/gantt_geometry.h"

namespace shardscope {

enum class GanttPlace { nowhere, lanes, labels, axis, minimap };

/// What is under the pointer.
struct GanttHover {
  GanttPlace place = GanttPlace::nowhere;
  double time = 0;                   // seconds of the step, or units, on lanes, axis and minimap
  std::optional<std::int32_t> rank;  // on lanes and labels
  // On lanes:
  BarKind kind = BarKind::idle;
  TimeRange range;                        // of the whole pass, gap or part of the step's end
  std::optional<Pass> pass;               // where it is one, with
  std::optional<std::size_t> bar = {};    // its place in its lane
  std::optional<Dependency> waited = {};  // and what it waited for, unless it needs none
  bool after_end = false;                 // of the step: another chart's is longer; nothing else is said then
  bool on_transfers = false;              // whether the pointer is on the lane of what the rank sends
  std::optional<Transfer> transfer = {};  // and what is then on its way to another stage
  // Where bars are too thin to be told apart: what is drawn together under the pointer, and of which ranks.
  std::optional<ColumnMix> mix = {};
  LaneRange together = {};
};

[[nodiscard]] GanttHover gantt_hover(const GanttGeometry& geometry, const Timeline& timeline,
                                     const TimelineIndex& index, ImVec2 pointer);

/// The whole of what a chart can show.
[[nodiscard]] GanttExtent gantt_extent(const TimelineIndex& index);
[[nodiscard]] GanttExtent gantt_extent(const GanttSource& source);

/// Where the parts of this chart lie.
[[nodiscard]] GanttGeometry gantt_geometry(const Rect& area, const GanttView& view, const GanttSource& source,
                                           const Theme& theme);

/// Draws the chart into `area`, lanes, axis and minimap. Reads its arguments only; says what is under `pointer`, which
/// may lie anywhere. Nothing is drawn of a timeline without length.
GanttHover draw_gantt(ImDrawList& draw, const Rect& area, const GanttSource& source, const GanttView& view,
                      const Theme& theme, ImVec2 pointer);

}  // namespace shardscope
