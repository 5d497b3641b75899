// The panel of the lesson that is played, beside the views.
#pragma once

#include <span>
#include <string>

#include "app/lessons/lessons_state.h"

namespace shardscope {

/// How wide it is at scale 1, in a window of full width and in a small one.
inline constexpr float lesson_panel_width = 420, lesson_panel_width_small = 340;

/// The question, what was answered beside what is, the goal with its marks, hints, and the way on.
void lesson_panel(LessonsState& state, const ViewFrame& frame, const Rect& area);

/// Lights the controls that the lesson is about, where they were drawn in `panel`, and calms all others.
void light_controls(const LessonsState& state, const Frame& frame, const Rect& panel);

}  // namespace shardscope
