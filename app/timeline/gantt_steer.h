// What mouse and keys do to a Gantt chart's view: the same in the Timeline and in the lab.
#pragma once

#include <cstdint>
#include <optional>

#include "app/timeline/play.h"
#include "render/gantt/gantt.h"

namespace shardscope {

/// Wheel zooms about the pointer (with Shift: pans; with Ctrl: zooms the lanes), drag pans, with Shift it draws a box
/// to zoom into, the minimap takes one along, a double click shows all. Call after the chart's item; `hovered`: the
/// pointer is over it.
[[nodiscard]] GanttView steer_gantt(GanttView view, const GanttGeometry& geometry, const GanttHover& hover,
                                    bool hovered);

/// The same, but dragging along the axis puts the moment where the pointer is.
void steer_played_gantt(GanttView& view, Play& play, const GanttGeometry& geometry, const GanttHover& hover,
                        bool hovered);
/// The view moved so that the moment that runs stays in it.
[[nodiscard]] GanttView following(const Play& play, GanttView view, const GanttExtent& extent);

/// Which keys a chart takes: in the lab arrows, + and - play.
enum class GanttKeys { letters, all };

/// W and S or + and - zoom, A and D or the arrows pan, F or Home shows all.
[[nodiscard]] GanttView steer_gantt_by_keys(GanttView view, const GanttGeometry& geometry, const GanttHover& hover,
                                            GanttKeys keys);

/// Whether the mouse was let go where it was pressed.
[[nodiscard]] bool gantt_clicked();

/// What a click on the lanes makes of the micro-batch that is followed: the one under the pointer, or none where that
/// was followed already.
void follow_clicked(std::optional<std::int32_t>& followed, const GanttHover& hover);

}  // namespace shardscope
