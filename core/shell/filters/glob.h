// A shell's patterns: * any text, ? any sign, [abc] one of them, \* the sign itself, and extglob's groups: @(7|13)b.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace shardscope {

/// Nothing where one of its groups isn't followed.
[[nodiscard]] std::optional<bool> matches_pattern(std::string_view text, std::string_view pattern);

/// The pattern of the text itself, as what is quoted is.
[[nodiscard]] std::string literal_pattern(std::string_view text);

}  // namespace shardscope
