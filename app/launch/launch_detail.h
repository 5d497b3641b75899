// What the Launch view shows of the present scenario, made anew when it or the person's choice changed.
#pragma once

#include <string>
#include <vector>

#include "app/launch/launch_state.h"

namespace shardscope {

/// Makes the state what the frame asks of its scenario. What saves memory takes milliseconds and waits while
/// `hand_is_down`.
void refresh_launch(LaunchState& state, const ViewFrame& frame, bool hand_is_down);

/// "plan.schedule = zb-h1" of "plan.schedule=\"zb-h1\"", a line a setting.
[[nodiscard]] std::vector<std::string> unsaid_lines(const ExportedLaunch& exported);

}  // namespace shardscope
