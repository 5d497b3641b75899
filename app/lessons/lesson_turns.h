// What the learner does in a lesson: begin it, answer, go on. Each changes the kept state and asks the window for the
// plan and the view that the step is about.
#pragma once

#include <cstddef>

#include "app/lessons/lessons_state.h"

namespace shardscope {

/// Begins the lesson, or goes on where it was left; one that was ended begins anew.
void begin_lesson(LessonsState& state, const ViewFrame& frame, const Lesson& lesson);
void leave_lesson(LessonsState& state);

/// Goes to a step: its plan is opened where it states one or `anew`, and its view is shown.
void go_to_step(LessonsState& state, const ViewFrame& frame, std::size_t step, bool anew = false);

/// Answers the open step's question with a number in SI units, or with the place of a choice, and does to the plan what
/// the question says.
void give_answer(LessonsState& state, const ViewFrame& frame, double said);

/// Whether the open step's question was answered.
[[nodiscard]] bool has_answer(const LessonsState& state);
/// What is kept of the open step.
[[nodiscard]] StepRecord& record_of_step(LessonsState& state);

/// Whether an answer has changed the plan as its question says.
[[nodiscard]] bool is_changed_by_answer(LessonsState& state);
/// The figures of the step's text and question: of the present plan, until an answer changed it as the question says,
/// then of the plan that the step began with.
[[nodiscard]] Names figures_before_answer(LessonsState& state, const ViewFrame& frame);

/// The plan that the open step began with, and its figures on the present one.
[[nodiscard]] const Report& start_of_step(LessonsState& state, const ViewFrame& frame);
[[nodiscard]] const Names& figures_of_step(LessonsState& state, const ViewFrame& frame);

}  // namespace shardscope
