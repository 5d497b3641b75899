// The bars of a Gantt chart: passes one by one where they are few, columns of mixed work where they are many.
#pragma once

#include <imgui.h>

#include <string_view>

#include "render/gantt_geometry.h"

namespace shardscope {

/// A kind's colour; idle has none and is transparent.
[[nodiscard]] ImU32 bar_color(const Theme& theme, BarKind kind);
/// "Forward", as a legend or a tooltip says it.
[[nodiscard]] std::string_view bar_label(BarKind kind);

/// What the painters of one chart share.
struct GanttPaint {
  ImDrawList& draw;
  const GanttGeometry& geometry;
  const Timeline& timeline;
  const TimelineIndex& index;
  const Theme& theme;
};

/// How much of each pass is drawn: only columns of mixed work; its bar; its bar and the recomputation at its start.
enum class GanttDetail { columns, bars, bars_and_recompute };
/// The most that the quads of a frame allow, and no bars where a lane has more of them than a third of its pixels.
[[nodiscard]] GanttDetail gantt_detail(const GanttGeometry& geometry, const Timeline& timeline,
                                       const TimelineIndex& index);

/// All rows. Space between bars is left as it is: the caller's hatch shows there.
void paint_gantt_bars(const GanttPaint& paint);

/// The box of one pass in its row, cut to what is visible and at least a pixel wide; empty where nothing is visible.
[[nodiscard]] Rect bar_rect(const GanttGeometry& geometry, std::int32_t rank, TimeRange time);

/// A frame inside `rect`, of four quads.
void paint_outline(ImDrawList& draw, const Rect& rect, float thickness, ImU32 color);

/// Outlines every pass of a micro-batch in the lanes shown; thin ones become a mark.
void paint_followed(const GanttPaint& paint, std::int32_t micro_batch);

}  // namespace shardscope
