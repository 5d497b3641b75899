// What of the Compare view comes back at the next start, and is undone with the scenarios' edits: the pinned plans.
#pragma once

#include <string>
#include <string_view>

#include "app/compare/compare_state.h"

namespace shardscope {

/// As JSON text.
[[nodiscard]] std::string kept_settings(CompareState& state, const Presets& presets);
/// The pins of such a text in place of those that are there; one that can't be read any more is left out.
void take_kept_settings(CompareState& state, std::string_view text, const Presets& presets);
/// Those of another window that is gone, as far as there is room.
void add_kept_settings(CompareState& state, std::string_view text, const Presets& presets);
/// "pin BLOOM", "unpin BLOOM": what leads from one such text to the other.
[[nodiscard]] std::string words_of_step(const CompareState& state, std::string_view before, std::string_view after);

}  // namespace shardscope
