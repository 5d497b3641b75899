// A lesson's figures and answers in words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_progress.h"
#include "core/expressions/value.h"
#include "core/lessons/lesson.h"
#include "core/lessons/play_lesson.h"

namespace shardscope {

/// "70.9 GB", "30.6 %", "2.4 times".
[[nodiscard]] std::string figure_words(double value, Unit unit);

/// Which of a text's words are a figure of it.
struct SpokenFigure {
  std::size_t begin = 0, end = 0;
  const LessonFigure* figure = nullptr;  // of the text
};
struct SpokenText {
  std::string words;
  std::vector<SpokenFigure> figures;
};
[[nodiscard]] SpokenText spoken_text(const LessonText& text, const Names& values);

/// The text with its figures' values; "unknown" for one that isn't.
[[nodiscard]] std::string lesson_words(const LessonText& text, const Names& values);

/// How far off a number was: "Close: 2 % off.", "1.8 times what you said.".
[[nodiscard]] std::string distance_words(const GivenAnswer& answer, Unit unit);

/// "70.9 GB, at most 85.0 GB".
[[nodiscard]] std::string check_words(const GoalCheck& check, const CheckState& state);

/// "4 of 5 predictions were close." No word for those that weren't but what they are good for.
[[nodiscard]] std::string score_words(const LessonScore& score);

}  // namespace shardscope
