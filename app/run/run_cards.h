// The cards of the Run view (run_grown.cpp puts them together).
#pragma once

#include <string>

#include "app/run/run_state.h"

namespace shardscope {

/// 8.6 s, 5.8 min, 3.8 h: from two of each on, with so many digits after the point.
[[nodiscard]] std::string waited_words(double seconds, int digits_of_minutes, int digits_of_hours);

/// What the run rests on, in a row: each with where its default comes from on hover. What doesn't fit is left out.
void draw_assumptions(const ViewFrame& frame, const Rect& row, const Report& report);

void money_card(RunState& state, const ViewFrame& frame, const Rect& card, const Report& report);
void choices_card(RunState& state, const ViewFrame& frame, const Rect& card, const Report& report);
void claims_card(RunState& state, const ViewFrame& frame, const Rect& card);

}  // namespace shardscope
