// jq and yq, as launch scripts use them: one value out of a JSON or YAML file by its path; jq also a JSON file with
// other values in some places.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// jq -r .plan.tp, yq '.sizes[0] // 8', jq '.a.b = 3 | .c = $C': what it prints; nothing where its path or its options
/// aren't followed, where it would print a table or a list, or the text isn't of that kind.
[[nodiscard]] std::optional<std::string> queried(const std::vector<std::string>& words, std::string_view text);

namespace limits {
inline constexpr std::size_t query_bytes_max = 262'144;
inline constexpr std::size_t query_depth_max = 40;
inline constexpr std::size_t query_changes_max = 100;  // assignments of one program
}  // namespace limits

}  // namespace shardscope
