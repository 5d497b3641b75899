// render/step: where the seconds of a step go: the waterfall of losses, the roofline of operations, measured runs.
// In: a Report or what core/inspect makes of it, a rectangle. Out: triangles in the draw list, and what is under the
// pointer.
//
// The Step chart: where the seconds of one step go, from what the hardware could do to what it does. A row for each
// loss; each bar begins where the one above ends, so that the last end is the step.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspect/step_losses.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

[[nodiscard]] std::string_view label_of(StepLoss row);

/// The rows that take time, in order.
[[nodiscard]] std::vector<StepLoss> rows_of(const StepLosses& losses);

/// The same seconds in at most so many rows (two at least): the smallest are put to `other`, and those that no label
/// could tell from nothing.
[[nodiscard]] StepLosses in_rows(StepLosses losses, std::size_t rows_max);

/// The row besides the ideal that takes most; absent where nothing does.
[[nodiscard]] std::optional<StepLoss> bound_by(const StepLosses& losses);
/// "Bound by the bubble, 28.6 % of the step"; empty where nothing but the ideal takes time.
[[nodiscard]] std::string bound_in_words(const StepLosses& losses);

struct WaterfallView {
  ImVec2 pointer{-1e9f, -1e9f};  // the mouse; by default nowhere
  std::string_view advice;       // the last line; by default what bounds the step
};

struct WaterfallHover {
  std::optional<StepLoss> row;
  Seconds seconds;  // of the row as it is drawn
};

/// Draws into `area` (a card's body), as many rows as it has room for. Without seconds it says so in words.
WaterfallHover draw_waterfall(ImDrawList& draw, const Rect& area, const StepLosses& losses, const WaterfallView& view,
                              const Theme& theme);

/// The row's bar, for tests and outlines; absent where the row isn't drawn.
[[nodiscard]] std::optional<Rect> waterfall_bar_rect(const Rect& area, const StepLosses& losses, StepLoss row,
                                                     const Theme& theme);

}  // namespace shardscope
