// What the Launch view shows of a script: made anew when its text, what it was given or what is wrong with it changed.
#pragma once

#include <string>

#include "app/launch/launch_state.h"
#include "render/chart/card.h"

namespace shardscope {

/// Makes the state what the frame shows of a script; false where it shows none.
bool refresh_script(LaunchState& state, const ViewFrame& frame);

/// Whether the script that is shown was refused, so that the scenario isn't its.
[[nodiscard]] bool is_refused(const ViewFrame& frame);

/// The colour of what set a part, readable as text.
[[nodiscard]] ImU32 part_color(const Theme& theme, LitPart part);

/// "Pipeline parallel" and "6" of a field: its name, and what it is in the scenario with its defaults filled in; and
/// the same of a value as a launch says it.
[[nodiscard]] std::string field_name(const std::string& path);
[[nodiscard]] std::string field_words(const std::string& path, const Scenario& filled);
[[nodiscard]] std::string value_words(const std::string& path, const Value& value);

/// "13, 22": the lines of a field's flags; "model.sh 2" of another file's.
[[nodiscard]] std::string lines_words(const LitScript& lit, const ReadField& field);

/// Red where the launch is refused, amber where it warns or only asks for a value.
[[nodiscard]] ImU32 fault_color(const Theme& theme, const LitFault& fault);

/// What is wrong in a few words, and all of it in the framework's own.
[[nodiscard]] const std::string& short_words(const LitFault& fault);
[[nodiscard]] Explanation explain_fault(std::string title, const LitFault& fault);

/// Picks a field or a flag, and leads the eye to the other one.
void pick_field(LaunchState& state, const ReadField& field);
void pick_span(LaunchState& state, std::size_t span);
[[nodiscard]] bool is_picked(const LaunchState& state, std::size_t span);

}  // namespace shardscope
