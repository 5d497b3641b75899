// How far two words are from each other: what slips of the hand are told by.
#pragma once

#include <cstddef>
#include <string_view>

namespace shardscope {

/// Letters left out, added, changed, or changed places with the next: the fewest that make `b` of `a`, none of them
/// touched twice. Damerau 1964, "A technique for computer detection and correction of spelling errors", as the optimal
/// string alignment. Takes time by the product of both lengths.
[[nodiscard]] std::size_t edits_between(std::string_view a, std::string_view b);

}  // namespace shardscope
