// What of the Sweep view comes back at the next start: the question and the figures that it is drawn over.
#pragma once

#include <string>
#include <string_view>

#include "app/sweep/sweep_state.h"

namespace shardscope {

/// As JSON text.
[[nodiscard]] std::string kept_settings(const SweepState& state);
/// What of such a text can be read; the rest stays as it is.
void take_kept_settings(SweepState& state, std::string_view text);
/// "sweep: along GPUs": what leads from one such text to the other.
[[nodiscard]] std::string words_of_step(const SweepState& state, std::string_view before, std::string_view after);

}  // namespace shardscope
