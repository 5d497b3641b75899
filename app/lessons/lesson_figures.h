// Numbers in a lesson's words: each leads to how it comes about, as numbers elsewhere in the window do.
#pragma once

#include "app/lessons/lesson_words.h"
#include "app/lessons/lessons_state.h"
#include "render/chart/card.h"

namespace shardscope {

/// Whose figures some words have: of the plan as it is, or as it was before an answer changed it.
struct FiguresOf {
  const Names& values;
  const Report& now;
  const Report& start;  // the plan that the step began with
};

/// How a figure of the lesson comes about: that of the report or the field that it is, else its arithmetic, with links
/// to what it is made from.
[[nodiscard]] Explanation explain_lesson_figure(const ViewFrame& frame, const LessonFigure& figure,
                                                const std::string& words, const FiguresOf& of);

/// Wrapped words at the cursor. A click on a figure in them, or E, opens its derivation; E over the words besides leads
/// to all of them.
void flow_lesson_text(const ViewFrame& frame, TextRole role, ImU32 color, const LessonText& text, const FiguresOf& of);

/// While the pointer rests in the place: what is said of a text as a whole.
void lesson_text_tip(const ViewFrame& frame, const Rect& place, const LessonText& text, const FiguresOf& of);

}  // namespace shardscope
