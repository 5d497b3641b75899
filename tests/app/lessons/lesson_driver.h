// A window in which a lesson is played.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/lessons/lesson_turns.h"
#include "core/evaluate/evaluate.h"
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
  /// What is right, or as wrong as the question's axis and choices allow: a number in SI units, or a choice's place.
  [[nodiscard]] double answer_of(bool right) {
    const Question question = *step().question;
    const auto then = with_settings(explorer.session.history.present().said, question.then, real_presets());
    REQUIRE(succeeded(then));
    const std::vector<std::string> names = names_of_step(step());
    const Names values = lesson_values(names, evaluate(value_of(then).scenario), start_of_step(state(), view_frame()));
    if (question.kind == QuestionKind::choice) {
      const std::size_t is = right_choice(question, values).value();
      return static_cast<double>(right ? is : (is + 1) % question.choices.size());
    }
    double is = number_of(question.answer.value, values).value_or(0);
    if (question.kind == QuestionKind::point) {
      const auto curve = answer_curve(question, value_of(then), real_presets());
      const auto asked = std::find(question.values.begin(), question.values.end(), question.at);
      is = *curve[static_cast<std::size_t>(asked - question.values.begin())];
    }
    if (right) return is;
    return std::abs(is - question.from) > std::abs(question.to - is) ? question.from : question.to;
  }
  void solve() {
    const auto solved = with_settings(explorer.session.history.present().said, step().goal->solution, real_presets());
    REQUIRE(succeeded(solved));
    edit_as_step(explorer.session, value_of(solved).scenario, step().goal->solution.front().key);
    frames(3);
  }
};

}  // namespace shardscope::tests
