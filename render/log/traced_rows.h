// A traced step over the lanes of the simulated one, on the same range of time: a row for each kind of kernel.
#pragma once

#include <imgui.h>

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/pipeline/timeline.h"
#include "core/profiler_trace/trace_beside.h"
#include "render/chart/card.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// "Products", "Idle": as a row's label.
[[nodiscard]] std::string_view traced_row_words(KernelKind kind);

/// The kinds that the step has, what takes longest first.
[[nodiscard]] std::vector<KernelKind> traced_kinds(const StepBars& step);

/// What heading and rows take, and how many are whole within `most`; 0 where none is.
[[nodiscard]] float traced_rows_height(const Theme& theme, std::size_t rows, float most);

struct TracedHover {
  KernelKind kind = KernelKind::idle;
  std::optional<std::size_t> bar;  // of the kind's, where it is told apart from others
};

/// Draws heading and rows into `area`, whose left and right are those of the range, which begins with the step; labels
/// stand left of it, measured and predicted seconds right of it as far as `right` leaves room. Requires the trace's
/// bars.
std::optional<TracedHover> draw_traced_rows(ImDrawList& draw, const Theme& theme, const Rect& area, float left,
                                            float right, const TraceBeside& trace, TimeRange range, ImVec2 pointer);

/// What is pointed at.
[[nodiscard]] Explanation explain_traced(const TraceBeside& trace, const TracedHover& hover);

}  // namespace shardscope
