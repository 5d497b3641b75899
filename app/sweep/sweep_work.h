// What the Sweep view does before it draws: asks anew where something that the rows hang on has changed, and takes what
// was evaluated since.
#pragma once

#include "app/sweep/sweep_state.h"

namespace shardscope {

/// Before anything is drawn.
void refresh_sweep(SweepState& state, const ViewFrame& frame);

/// The question with its figures, in place of what is asked.
void ask_question(SweepState& state, SweepQuestion question);
/// The one that is asked as it stands, its figures aside.
[[nodiscard]] std::optional<SweepQuestion> asked_question(const SweepState& state);

/// Where the present plan lies along the axis; nothing where it says no number.
[[nodiscard]] std::optional<double> present_value(const SweepState& state, const ViewFrame& frame);

/// The point's plan in all views together; nothing where it has none.
void visit_point(SweepState& state, const ViewFrame& frame, const SweptPoint& point);

}  // namespace shardscope
