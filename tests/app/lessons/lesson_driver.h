// A window in which a lesson is played.
#pragma once

#include <doctest/doctest.h>

#include <string_view>

#include "app/lessons/lesson_turns.h"
#include "core/lessons/play_lesson.h"
#include "tests/core/lessons/real_lessons.h"
#include "tests/gui/window_driver.h"
#include "tests/real_presets.h"

namespace shardscope::tests {

/// The window with the lesson begun, as a click in the list begins it.
class LessonDriver : public WindowDriver {
 public:
  explicit LessonDriver(std::string_view lesson, WindowSize size = {}) : WindowDriver("llama2-7b-256-a100", size) {
    state().library = real_lessons();
    begin(lesson);
  }

  [[nodiscard]] LessonsState& state() { return explorer.of<LessonsState>(); }

  void begin(std::string_view lesson) {
    show_view(explorer, LessonsState::info.name);
    frames(2);
    for (const LessonPath& path : state().library.paths)
      for (std::size_t i = 0; i < path.lessons.size(); ++i)
        if (path.lessons[i] == lesson) return click("lessons." + path.title + "." + std::to_string(i));
    FAIL("no path has the lesson");
  }
  [[nodiscard]] const LessonStep& step() {
    const LessonStep* step = open_step(state());
    REQUIRE(step != nullptr);
    return *step;
  }
  /// Answers what is asked with the place of a choice, or with a number that is typed as the row shows it.
  void answer(std::string_view typed) {
    set_value("lesson.answer", typed);
    click("lesson.give");
  }
  void solve() {
    const auto solved = with_settings(explorer.session.history.present().said, step().goal->solution, real_presets());
    REQUIRE(succeeded(solved));
    edit_as_step(explorer.session, value_of(solved).scenario, step().goal->solution.front().key);
    frames(3);
  }
};

}  // namespace shardscope::tests
