// The parts of the Sweep view (sweep_view.cpp puts them together).
#pragma once

#include "app/sweep/sweep_work.h"
#include "render/chart/card.h"

namespace shardscope {

/// What is asked: the column in place of the panel.
void sweep_column(SweepState& state, const ViewFrame& frame, const Rect& area);

/// One figure over the values.
void sweep_chart_card(SweepState& state, const ViewFrame& frame, const Rect& card, SweepFigure figure, bool legend);

/// What a point comes to, against the present plan.
[[nodiscard]] Explanation explain_point(const SweepState& state, const ViewFrame& frame, const SweptPoint& point,
                                        SweepFigure figure);
/// "1.23 M tokens/s", "61.2 GB".
[[nodiscard]] std::string figure_words(SweepFigure figure, double value);
/// What stays while the field varies, in words.
[[nodiscard]] std::string stays_words(SweepFollow follow);

}  // namespace shardscope
