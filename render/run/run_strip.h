// render/run: the days of a training run.
// In: one calendar drawn at random (core/run/calendar.h), a rectangle. Out: triangles in the draw list, and what is
// under the pointer.
//
// One simulated run, day by day: a strip of days in which every column shows how much of its time was training, lost,
// restarts and planned stops, and below it a row a cause with a mark for each interruption. Cost follows pixels.
#pragma once

#include <imgui.h>

#include <optional>
#include <string_view>

#include "core/run/calendar.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

[[nodiscard]] ImU32 training_color(const Theme& theme);
[[nodiscard]] ImU32 calendar_color(const Theme& theme, CalendarKind kind);
[[nodiscard]] ImU32 checkpoint_color(const Theme& theme);

[[nodiscard]] std::string_view name_of(CalendarKind kind);  // "lost work"

/// What is under the pointer.
struct RunStripHover {
  std::optional<double> moment;      // seconds from the run's beginning
  std::optional<std::size_t> event;  // of the calendar, the nearest within a few pixels
  std::optional<CauseGroup> group;   // whose row's name it is
};

/// Without the `lanes` of causes where there is little room.
[[nodiscard]] float run_strip_height(const Theme& theme, bool lanes = true);

/// Draws into the upper run_strip_height() of `area`.
RunStripHover draw_run_strip(ImDrawList& draw, const Theme& theme, const Rect& area, const RunCalendar& calendar,
                             ImVec2 pointer, bool lanes = true);

}  // namespace shardscope
