// How well a few typed letters fit a name: "vst" fits "Virtual stages".
#pragma once

#include <optional>
#include <string_view>

namespace shardscope {

/// The more, the better: letters that begin a word or follow each other count more, letters passed over less. Nothing
/// where not all of the letters are there in their order; upper and lower case are alike, blanks of `typed` don't
/// count.
[[nodiscard]] std::optional<int> fuzzy_match(std::string_view typed, std::string_view name);

}  // namespace shardscope
