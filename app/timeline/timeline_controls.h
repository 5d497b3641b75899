// The line of controls of the grown Timeline: playing, colours, what is shown, rows, comparing, exporting.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/timeline/timeline_state.h"

namespace shardscope {

[[nodiscard]] float timeline_controls_height(const Theme& theme);

/// Draws them into `line`; they change the state, or ask where to export to.
void timeline_controls(TimelineState& state, const ViewFrame& frame, const Rect& line);

/// A list of all schedules under a word or a title, at the cursor.
struct ScheduleList {
  std::string_view name;  // its place; an option's is "NAME=1F1B"
  std::string words;
  std::optional<ScheduleKind> present;
  TextRole role = TextRole::secondary;
};
/// What was chosen; `end` is where the words end.
[[nodiscard]] std::optional<ScheduleKind> schedule_list(const Frame& frame, const ScheduleList& list, float& end);

}  // namespace shardscope
