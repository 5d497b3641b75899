// The Step chart: where the seconds of one step go, from what the hardware could do to what it does. A row for each
// item of the breakdown; each bar begins where the one above ends, so that the last end is the step.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/report.h"
#include "render/rect.h"
#include "render/theme.h"

namespace shardscope {

/// The items of the breakdown, in the order in which they are drawn.
enum class StepRow {
  ideal,
  kernels,
  recomputation,
  tensor,
  context,
  expert,
  pipeline,
  bubble,
  gradients,
  optimizer,
  other
};
inline constexpr int step_row_count = 11;

[[nodiscard]] std::string_view label_of(StepRow row);
[[nodiscard]] Seconds seconds_of(const StepBreakdown& breakdown, StepRow row);

/// The rows that take time, in order.
[[nodiscard]] std::vector<StepRow> rows_of(const StepBreakdown& breakdown);

/// The row besides the ideal that takes most; absent where nothing does.
[[nodiscard]] std::optional<StepRow> bound_by(const StepBreakdown& breakdown);
/// "Bound by the bubble, 28.6 % of the step"; empty where nothing but the ideal takes time.
[[nodiscard]] std::string bound_in_words(const StepBreakdown& breakdown);

struct WaterfallView {
  ImVec2 pointer{-1e9f, -1e9f};  // the mouse; by default nowhere
  std::string_view advice;       // the last line; by default what bounds the step
};

struct WaterfallHover {
  std::optional<StepRow> row;
};

/// Draws into `area` (a card's body). Reads its arguments only. A report without times says so in words.
WaterfallHover draw_waterfall(ImDrawList& draw, const Rect& area, const Report& report, const WaterfallView& view,
                              const Theme& theme);

/// The row's bar, for tests and outlines; absent where the row takes no time.
[[nodiscard]] std::optional<Rect> waterfall_bar_rect(const Rect& area, const Report& report, StepRow row,
                                                     const Theme& theme);

}  // namespace shardscope
