// How far two words are from each other: what slips of the hand are told by.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// Letters left out, added, changed, or changed places with the next: the fewest that make `b` of `a`, none of them
/// touched twice. Damerau 1964, "A technique for computer detection and correction of spelling errors", as the optimal
/// string alignment. Takes time by the product of both lengths.
[[nodiscard]] std::size_t edits_between(std::string_view a, std::string_view b);

/// Whether at most so many do. Most words are told apart by their lengths and letters alone, in time by their lengths.
[[nodiscard]] bool within_edits(std::string_view a, std::string_view b, std::size_t most);

/// The candidate nearest to `word` by edits, or empty where none is near, unless `however_far`.
[[nodiscard]] std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates,
                                       bool however_far = false);

}  // namespace shardscope
