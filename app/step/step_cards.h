// The cards of the grown Step view (step_grown.cpp puts them together).
#pragma once

#include "app/step/step_state.h"
#include "render/step/waterfall.h"

namespace shardscope {

/// Where the shown report's seconds go, kept.
[[nodiscard]] const LostSeconds& time_lost_of(StepState& state, const Report& report);

/// With what a lesson's learner expected of the step.
[[nodiscard]] WaterfallView waterfall_view(const ViewFrame& frame, ImVec2 pointer);

/// What is said of the waterfall's row under the pointer; a click opens its derivation.
void waterfall_tip(const ViewFrame& frame, const Report& report, const LostSeconds& lost, const WaterfallHover& hover);

/// Every operation of a rank (the one with most to do, the picked one, or the mean of all) with what it exchanges,
/// sorted by the column that was clicked.
void operations_card(StepState& state, const ViewFrame& frame, const Rect& card, const Report& report);
/// The rank whose operations are shown; none: the mean of all.
[[nodiscard]] std::optional<std::int32_t> shown_rank(const StepState& state, const ViewFrame& frame);

/// The two that share a card where there is little room: its head chooses. Each alone where `alone`.
/// Sliders on the hardware's figures, and what they would buy.
void what_if_card(StepState& state, const ViewFrame& frame, const Rect& card, const Report& report, bool alone);
/// Predicted against measured over all public runs; a click on a point opens its scenario.
void measured_card(StepState& state, const ViewFrame& frame, const Rect& card, bool alone);
/// The head of such a card. Returns what is left for the body.
[[nodiscard]] Rect last_card(StepState& state, const ViewFrame& frame, const Rect& card, StepCard kind, bool alone);

/// Whether the measured runs stand beside the sliders in a Step view of this width, instead of behind a switch.
[[nodiscard]] bool shows_measured_beside(const Theme& theme, float width);

/// The table's lines by the column; operations by their places in `detail.table.rows`, exchanges behind.
struct LineOrder {
  OperationColumn by = OperationColumn::in_step;
  bool ascending = false;
};
[[nodiscard]] std::vector<std::size_t> sorted_lines(const RankDetail& detail, LineOrder order,
                                                    const std::optional<Roofline>& roofline, const Report& report);

}  // namespace shardscope
