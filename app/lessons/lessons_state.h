// app/lessons: lessons in the window: the list of them, and the panel beside the views that asks, shows how far off the
// learner was, and checks a goal on the live report. In: lessons (core/lessons), the frame with the present report,
// what was said so far. Out: cards; a scenario to open or an edit where a step asks for one. No figure is kept but
// answers.
//
// What is kept of the lessons: which is open, how far each was played, and what is derived from the present plan.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_progress.h"
#include "app/panels/view.h"
#include "app/session/memo.h"
#include "core/expressions/value.h"
#include "core/presets/lesson_files.h"

namespace shardscope {

struct LessonsState {
  static constexpr ViewInfo info = {
      .name = "lessons",
      .title = "Lessons",
      .help = "Guided lessons that ask what you expect before they show it, by paths of forty minutes.",
      .tab = "Lessons",
      .of_impossible = true};
  LessonLibrary library = {};
  LessonProgress progress = {};
  std::string open = {};            // the lesson that is played; empty: none
  std::optional<double> said = {};  // what the learner is about to answer, in SI units
  bool note = false;                // what is there for who teaches is shown
  bool focus_due = false;           // the keyboard's focus shall go to what the step asks for
  int turn_due = 0;                 // so many steps on, asked by a key

  // Of a lesson's step by name and number: the plan that it began with; with the present plan its figures; the answers
  // along its chart.
  Memo<Report, Lesson, std::size_t> start = {};
  Memo<Names, Lesson, std::size_t, Scenario> figures = {};
  Memo<std::vector<std::optional<double>>, Lesson, std::size_t, Scenario> curve = {};
};

/// The lesson that is played, and how far; null where none is.
[[nodiscard]] const Lesson* open_lesson(const LessonsState& state);
/// The step that it is at; null behind the last.
[[nodiscard]] const LessonStep* open_step(const LessonsState& state);

/// Whether the views would give away what is asked: it is of the plan as it stands, and not yet answered.
[[nodiscard]] bool hides_answer(const LessonsState& state);
/// Whether the learner is to say or to do something yet in the step: what views work out of other plans is kept back.
[[nodiscard]] bool finds_out(const LessonsState& state);

/// What the open step says of figures of the present report: what the learner said of them, once it is shown, and what
/// its goal wants of them.
[[nodiscard]] LessonMarks lesson_marks(const LessonsState& state, const Report& now);

/// The paths with their lessons, each with how far it was played; a click begins it, or goes on.
void draw_view(LessonsState& state, const ViewFrame& frame, const Rect& area);

}  // namespace shardscope
