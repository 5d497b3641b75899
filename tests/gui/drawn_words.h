// The words that Dear ImGui drew last, found by geometry: where each run of glyphs lies, which of them lie on one
// another, and which are cut off by what clips them.
#pragma once

#include <string>
#include <vector>

#include "render/text/rect.h"

namespace shardscope::tests {

/// Glyphs beside each other on one line, without the spaces at its ends.
struct DrawnRun {
  Rect rect;  // of the ink
  Rect clip;  // what it was clipped to
  int glyphs = 0;
};

[[nodiscard]] std::vector<DrawnRun> drawn_runs();

/// "12 glyphs at 30, 40 on 5 glyphs at 32, 41": runs that lie on one another.
[[nodiscard]] std::vector<std::string> overlapping_words();

/// Runs of which a letter lies across the border of what clips them, or of the window: cut from left or right.
[[nodiscard]] std::vector<std::string> clipped_words();

}  // namespace shardscope::tests
