// A lesson by keys alone: where the keyboard's focus goes on a new step, and the keys that turn to the next.
#pragma once

#include <imgui.h>

#include <string_view>

#include "app/lessons/lessons_state.h"

namespace shardscope {

/// What an open step asks for first, which gets the focus once the step is there.
enum class StepAsks { answer, goal, way_on };
[[nodiscard]] StepAsks step_asks(const LessonsState& state);

/// Sends the focus to what the step asks for now; its ring is seen, unless it was the mouse that turned to the step.
void ask_focus(LessonsState& state);
/// Gives the focus to the item that was drawn last, where that is what the step asks for and nothing has got it yet.
void focus_drawn(LessonsState& state, StepAsks asks);
/// The same of a row of the panel's kind that is drawn next (app/panels/control_row.h), by its path.
void focus_next_row(LessonsState& state, StepAsks asks, std::string_view path);

/// What is asked by a key: one step on, or back.
void turn_lesson(LessonsState& state, int by);

}  // namespace shardscope
