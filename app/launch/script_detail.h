// What the Launch view shows of a script: made anew when its text, what it was given or what is wrong with it changed.
#pragma once

#include <string>

#include "app/launch/launch_state.h"

namespace shardscope {

/// Makes the state what the frame shows of a script; false where it shows none.
bool refresh_script(LaunchState& state, const ViewFrame& frame);

/// Whether the script that is shown was refused, so that the scenario isn't its.
[[nodiscard]] bool is_refused(const ViewFrame& frame);

/// The colour of what set a part, readable as text.
[[nodiscard]] ImU32 part_color(const Theme& theme, LitPart part);

/// "Pipeline parallel" and "6" of a field: its name, and what it is in the scenario with its defaults filled in.
[[nodiscard]] std::string field_name(const std::string& path);
[[nodiscard]] std::string field_words(const std::string& path, const Scenario& filled);

/// "13, 22": the lines of a field's flags.
[[nodiscard]] std::string lines_words(const LitScript& lit, const ReadField& field);

/// Picks a field or a flag, and leads the eye to the other one.
void pick_field(LaunchState& state, const ReadField& field);
void pick_span(LaunchState& state, std::size_t span);
[[nodiscard]] bool is_picked(const LaunchState& state, std::size_t span);

}  // namespace shardscope
