// render/step: where the seconds of a step go: the waterfall of time lost, the roofline of operations, measured runs.
// In: a Report or what core/inspect makes of it, a rectangle. Out: triangles in the draw list, and what is under the
// pointer.
//
// The Step chart: where the seconds of one step go, from what the hardware could do to what it does. A row for each
// part of it; each bar begins where the one above ends, so that the last end is the step.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspect/time_lost.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

[[nodiscard]] std::string_view label_of(TimeLost row);
[[nodiscard]] std::string_view short_label_of(TimeLost row);
/// Kernels are shades of the forward pass's blue, as in the roofline; passes, traffic and idle time have their own
/// hues.
[[nodiscard]] ImU32 lost_color(const Theme& theme, TimeLost row);
/// A label in a sentence: "the busiest rank's idle time".
[[nodiscard]] std::string_view words_of(TimeLost row);

/// The rows that take time, in order.
[[nodiscard]] std::vector<TimeLost> rows_of(const LostSeconds& lost);

/// The same seconds in at most so many rows (three at least: the ideal, what binds the step and the rest): the smallest
/// are put to `other`, and those that no label could tell from nothing.
[[nodiscard]] LostSeconds in_rows(LostSeconds lost, std::size_t rows_max);

/// The row besides the ideal that takes most; absent where nothing does.
[[nodiscard]] std::optional<TimeLost> bound_by(const LostSeconds& lost);
/// "Bound by the busiest rank's idle time, 28.6 % of the step", then briefer; empty where nothing but the ideal takes
/// time.
[[nodiscard]] std::array<std::string, 2> bound_in_words(const LostSeconds& lost);

struct WaterfallView {
  ImVec2 pointer = nowhere_to_point;  // the mouse
  std::string_view advice;            // the last line; by default what bounds the step
  Seconds expected = {};              // a step that somebody expected: a line there; 0: none
  std::string_view expected_words = {};
  Seconds measured = {};  // a step that was measured: a last bar is what the rows don't explain; 0: none
};

struct WaterfallHover {
  std::optional<TimeLost> row;
  Seconds seconds;  // of the row as it is drawn
};

/// Where the rows stand in a card's body, as many as it has room for.
struct WaterfallLayout {
  LostSeconds lost;  // as drawn
  Seconds step;
  bool narrow = false;  // labels are short
  std::vector<TimeLost> rows;
  std::vector<Rect> bars;
  std::optional<Rect> unexplained = {};        // below the rows: from the step's end to the measured one, or back to it
  float labels = 0, first_row = 0, pitch = 0;  // the labels' left end, the first row's upper edge
};
/// Bars start behind the widest label; room for the widest value is kept at the right.
[[nodiscard]] WaterfallLayout waterfall_layout(const Rect& area, const LostSeconds& lost, const Theme& theme,
                                               Seconds measured = {});

/// Draws into `area` (a card's body), as many rows as it has room for. Without seconds it says so in words.
WaterfallHover draw_waterfall(ImDrawList& draw, const Rect& area, const LostSeconds& lost, const WaterfallView& view,
                              const Theme& theme);

}  // namespace shardscope
