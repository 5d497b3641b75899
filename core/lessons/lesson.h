// core/lessons: lessons that ask before they show. In: JSON of presets/lessons (read_lesson.h) and the report of the
// plan that the learner has. Out: a lesson as a value, its texts' figures, how far off an answer is, whether a goal is
// reached (play_lesson.h). Every figure is an expression over the report's fields, so no text can say an old number.
// Nothing here knows a window or words for numbers.
//
// This file: a lesson as a plain value.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/setting.h"
#include "core/base/unit.h"
#include "core/expressions/expression.h"

namespace shardscope {

/// Something of the report that a lesson names: "memory.peak_bytes", "100 * pipeline.bubble_share_of_step".
struct LessonFigure {
  Expression value;
  Unit unit = Unit::none;
  bool in_words = false;  // a name or a list: said as it is

  bool operator==(const LessonFigure&) const = default;
};

/// Words, or a figure among them.
struct TextPiece {
  std::string words;
  std::optional<LessonFigure> figure;

  bool operator==(const TextPiece&) const = default;
};
using LessonText = std::vector<TextPiece>;

enum class QuestionKind { number, choice, point };

/// One of some answers; right where its condition holds.
struct AnswerChoice {
  LessonText words;
  Expression holds;

  bool operator==(const AnswerChoice&) const = default;
};

/// What the learner says before it is shown.
struct Question {
  QuestionKind kind = QuestionKind::number;
  LessonText words;
  std::vector<Setting> then;  // laid over the plan before the answer is worked out: "what if …"

  LessonFigure answer;       // of a number or a point
  double from = 0, to = 1;   // its axis
  bool logarithmic = false;  // of that axis
  double close = 0.1;        // how far off still counts as close: a share of the answer, of a percentage points / 100
  std::vector<AnswerChoice> choices = {};

  std::string vary = {};  // of a point: the field along the chart, its values, and that which is asked
  std::vector<double> values = {};
  double at = 0;

  bool operator==(const Question&) const = default;
};

/// One mark of a goal: a figure with what it must not pass, or a condition.
struct GoalCheck {
  std::string label;
  LessonFigure figure;
  std::optional<Expression> most, least;  // "no more than", "no less than"
  std::optional<Expression> holds;        // instead of both

  bool operator==(const GoalCheck&) const = default;
};

/// "Now make it so."
struct LessonGoal {
  LessonText words;
  std::vector<GoalCheck> checks;
  std::vector<LessonText> hints;  // from a nudge to the way
  std::vector<Setting> solution;  // one of the ways, which a test goes
  LessonText reached = {};        // said once it is: what did it, on the plan as it is now

  bool operator==(const LessonGoal&) const = default;
};

struct LessonStep {
  std::string title;
  LessonText text;
  std::optional<std::vector<Setting>> settings;  // the plan that the step begins with; none: the learner's goes on
  std::string view;                              // what is shown large; empty: all
  std::optional<Question> question;
  LessonText reveal;  // once it is answered
  std::optional<LessonGoal> goal;
  std::string note;  // for who teaches

  bool operator==(const LessonStep&) const = default;
};

struct Lesson {
  std::string preset;  // the file's name: "zero"
  std::string title, about, scenario;
  int minutes = 10;
  std::vector<Setting> settings;      // on top of the scenario
  std::vector<std::string> controls;  // the fields that matter
  std::vector<LessonStep> steps;
  LessonText next;  // what to try by oneself

  bool operator==(const Lesson&) const = default;
};

/// Lessons one after another.
struct LessonPath {
  std::string title, about;
  std::vector<std::string> lessons;

  bool operator==(const LessonPath&) const = default;
};

}  // namespace shardscope
