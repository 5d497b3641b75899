// The Log view's cards (log_view.cpp puts them together), and what several of them say.
#pragma once

#include "app/log/log_state.h"

namespace shardscope {

/// Measured, predicted and what is unexplained, in large figures; the button that calibrates.
void log_figures_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card);
/// The steps over the iterations.
void log_steps_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card);
/// Where the predicted seconds go, and below them what was measured beyond.
void log_seconds_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card);
/// What may be behind the difference, ranked; a click unfolds how to confirm and mend it.
void log_causes_card(LogState& state, const LogDetail& detail, const ViewFrame& frame, const Rect& card);
/// Memory of the ranks that say it, beside the predicted one and its range.
void log_memory_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card);

/// Of a profiler's trace: its seconds by kinds of kernels, measured and predicted.
void trace_kinds_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card);
/// Its collectives, the most exposed first, and its longest kernels.
void trace_collectives_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card);
void trace_kernels_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card);
/// Whose trace it is, and what counts for nothing in it.
void trace_notes_card(const LogDetail& detail, const ViewFrame& frame, const Rect& card);

/// The row of a figure; null where nothing is predicted.
[[nodiscard]] const BesideRow* row_of(const LogDetail& detail, BesideFigure figure);

}  // namespace shardscope
