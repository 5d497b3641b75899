// Numbers in a lesson's words: each leads to how it comes about, as numbers elsewhere in the window do.
#pragma once

#include "app/lessons/lesson_words.h"
#include "app/lessons/lessons_state.h"
#include "render/chart/card.h"
#include "render/text/theme.h"

namespace shardscope {

/// Whose figures some words have: of the plan as it is, or as it was before an answer changed it.
struct FiguresOf {
  const Names& values;
  const Report& now;
  const Report& start;               // the plan that the step began with
  const LessonStep* step = nullptr;  // whose words these are: what it sets and wants
};

/// How a figure of the lesson comes about: that of the report or the field that it is, else its arithmetic, with links
/// to what it is made from.
[[nodiscard]] Explanation explain_lesson_figure(const ViewFrame& frame, const LessonFigure& figure,
                                                const std::string& words, const FiguresOf& of);

/// What is said of a number that the lesson's words have of their own: what of the step sets or wants it.
[[nodiscard]] Explanation explain_own_number(std::string_view number, const FiguresOf& of);

/// Words that were drawn wrapped, from `at` on.
struct DrawnWords {
  const Theme& theme;
  TextRole role;
  ImVec2 at;
  float width;
};
/// While the pointer is on a number in them: what is said of it, and its derivation by a click or E.
void lesson_number_tips(const ViewFrame& frame, const DrawnWords& drawn, const SpokenText& spoken, const FiguresOf& of);

/// Wrapped words at the cursor. A click on a figure in them, or E, opens its derivation; E over the words besides leads
/// to all of them.
void flow_lesson_text(const ViewFrame& frame, TextRole role, ImU32 color, const LessonText& text, const FiguresOf& of);

/// The same of words without figures, such as a note.
void flow_plain_text(const ViewFrame& frame, TextRole role, ImU32 color, const std::string& text, const FiguresOf& of);
/// The same as large as a heading.
void flow_heading_text(const ViewFrame& frame, const std::string& text, const FiguresOf& of);

}  // namespace shardscope
