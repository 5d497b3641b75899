// The steps of a presentation as values: what is shown, and what is said to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/lessons/lesson.h"
#include "core/presets/presets.h"

namespace shardscope {

struct Slide {
  LaunchedScenario said;
  std::string view;                       // what show_view() knows
  std::string title;                      // a few words
  std::string note;                       // a sentence or two below the view; may be empty
  bool asks = false;                      // what the view would give away: the words stand alone
  std::vector<std::string> choices = {};  // to pick from, where that is what is asked

  bool operator==(const Slide&) const = default;
};

/// Of a lesson: each question with the plan that it is asked of, then the same with its answer. Steps whose plan can't
/// be made are left out.
[[nodiscard]] std::vector<Slide> lesson_slides(const Lesson& lesson, const Presets& presets);

/// Where nobody prepared any: the plan in each of its main views.
[[nodiscard]] std::vector<Slide> view_slides(const LaunchedScenario& said, const std::string& first_view);

/// Prepared ones as JSON text, and back; what can't be read (a preset that is gone) is left out.
[[nodiscard]] std::string write_slides(const std::vector<Slide>& slides, const Presets& presets);
[[nodiscard]] std::vector<Slide> read_slides(std::string_view text, const Presets& presets);

/// "slide: GPT-4 on 25k A100s", "note of slide 2", "no slides": what leads from one list to the other.
[[nodiscard]] std::string words_of_slides(const std::vector<Slide>& before, const std::vector<Slide>& after);

}  // namespace shardscope
