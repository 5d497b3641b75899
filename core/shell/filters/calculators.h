// Commands that compute a number of numbers: python -c "print(…)", awk "BEGIN {print …}", and bc, which is given them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// Stands in a word for what has no value, so that filters pass it on.
inline constexpr char sealing_sign = '\x02';

/// What python or awk prints of numbers alone, seq of its bounds, basename and dirname of a path; nothing where it
/// isn't a whole number, hangs on what has no value, or is another program.
[[nodiscard]] std::optional<std::string> computed_by_program(const std::vector<std::string>& words);

/// What bc prints of the one line that it is given; likewise.
[[nodiscard]] std::optional<std::string> computed_by_bc(const std::vector<std::string>& words, std::string_view text);

}  // namespace shardscope
