// What of the Search view comes back at the next start: what is searched over and asked for, and how it is shown.
#pragma once

#include <string>
#include <string_view>

#include "app/search/search_state.h"

namespace shardscope {

/// As JSON text.
[[nodiscard]] std::string kept_settings(const SearchState& state);
/// What of such a text can be read; ranges that it doesn't say are the usual ones. Values that are words are read once
/// there is a scenario.
void take_kept_settings(SearchState& state, std::string_view text);

/// "search: objective cost": what leads from one such text to the other.
[[nodiscard]] std::string words_of_step(const SearchState& state, std::string_view before, std::string_view after);

/// Reads the words of values that an axis was held to, by the scenario that is searched.
void hold_kept_words(SearchState& state);

}  // namespace shardscope
