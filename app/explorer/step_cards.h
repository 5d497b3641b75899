// The cards of the grown Step view (step_detail.cpp puts them together).
#pragma once

#include "app/explorer/explorer.h"
#include "app/panels/frame.h"

namespace shardscope {

/// Every operation of the critical rank, sorted by the column that was clicked.
void operations_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report);
/// Sliders on the hardware's figures, and what they would buy.
void what_if_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report);

/// Predicted against measured over all public runs; a click on a point opens its scenario.
void measured_card(Explorer& explorer, const Frame& frame, const Rect& card);

/// The head of the last card: which of its two contents is shown, by a click. Returns what is left for the body.
[[nodiscard]] Rect last_card(Explorer& explorer, const Frame& frame, const Rect& card);

/// The table's rows in the order of the view, as places in `table.rows`.
[[nodiscard]] std::vector<std::size_t> sorted_rows(const OperationTable& table, const StepView& view,
                                                   const std::optional<Roof>& roof);

}  // namespace shardscope
