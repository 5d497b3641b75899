// The cards of the Run view (run_grown.cpp puts them together).
#pragma once

#include "app/run/run_state.h"

namespace shardscope {

/// What the run rests on, in a row: each with where its default comes from on hover. What doesn't fit is left out.
void draw_assumptions(const ViewFrame& frame, const Rect& row, const Report& report);

void money_card(RunState& state, const ViewFrame& frame, const Rect& card, const Report& report);
void choices_card(RunState& state, const ViewFrame& frame, const Rect& card, const Report& report);
void claims_card(RunState& state, const ViewFrame& frame, const Rect& card);

}  // namespace shardscope
