// A lesson on paper: its questions with the figures of today, pictures of the plans, and the answers apart.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/lessons/lesson.h"
#include "core/presets/presets.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

/// A step in words, once for the learner and once for who teaches.
struct HandoutStep {
  std::string title, text, question;
  std::vector<std::string> choices;
  std::string goal;
  std::vector<std::string> marks;  // of the goal
  std::string answer, reveal;      // for the answers alone
  std::vector<std::string> hints;
  std::string solution, reached, note;
  std::string view;         // that shows it; empty: the whole window
  LaunchedScenario said;    // that the step begins with
  bool asks_of_it = false;  // the question is of that plan, whose picture tells the answer and goes with the answers
};

struct Handout {
  std::string name, title, about, next;
  int minutes = 0;
  std::vector<HandoutStep> steps;
};

/// Every figure is computed now; a problem names the step that can't be.
[[nodiscard]] Outcome<Handout> make_handout(const Lesson& lesson, const Presets& presets);

enum class HandoutForm { markdown, html };
enum class HandoutPart { questions, answers };
/// Where a step's picture lies, beside the handout.
[[nodiscard]] std::string picture_name(const Handout& handout, std::size_t step);
/// Lessons one after another, with pictures where they were drawn.
[[nodiscard]] std::string handout_text(std::span<const Handout> handouts, HandoutForm form, HandoutPart part,
                                       bool pictures);

}  // namespace shardscope
