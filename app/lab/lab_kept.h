// What of the schedule lab comes back at the next start: its values and the two schedules, as text.
#pragma once

#include <string>
#include <string_view>

#include "app/lab/lab_state.h"

namespace shardscope {

/// As JSON text; "{}" of a lab that is as it opens.
[[nodiscard]] std::string kept_settings(const LabState& state);
/// What of such a text can be read; the rest is as the lab opens.
void take_kept_settings(LabState& state, std::string_view text);
/// Those of another window that is gone: where nothing was set in this one.
void add_kept_settings(LabState& state, std::string_view text);

}  // namespace shardscope
