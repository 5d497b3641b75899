// The words that Dear ImGui drew last, found by geometry: where each run of glyphs lies, which of them lie on one
// another, which were cut to fit, and which are cut off by what clips them.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

#include "render/text/drawn_runs.h"

namespace shardscope::tests {

/// Of the last frame.
[[nodiscard]] std::vector<DrawnRun> drawn_runs();

/// "“first words” at 30, 40 on “others” at 32, 41": runs that lie on one another, but where the later one lies on a
/// ground of its own, in one of `covers`.
[[nodiscard]] std::vector<std::string> overlapping_words(std::span<const Rect> covers = {});

/// Runs of which a letter lies across the border of what clips them, or of the window, but where that is the border of
/// what scrolls.
[[nodiscard]] std::vector<std::string> clipped_words();

/// Runs that end in an ellipsis: they were too long for their place.
[[nodiscard]] std::vector<std::string> cut_words();

/// Runs that lie across the border of one of these cards, and not in one of `covers`.
[[nodiscard]] std::vector<std::string> words_across(std::span<const Rect> cards, std::span<const Rect> covers = {});

/// All of the above, each behind its kind; empty where there is none.
[[nodiscard]] std::string word_faults(std::span<const Rect> cards, std::span<const Rect> covers);

/// One after the other, as a test says them.
[[nodiscard]] std::string joined_lines(const std::vector<std::string>& lines);

}  // namespace shardscope::tests
