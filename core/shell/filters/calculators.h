// Commands that compute a number of numbers: python -c "print(…)", awk "BEGIN {print …}", and bc, which is given them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// What python or awk prints of numbers alone; nothing where it isn't a whole number, or another program.
[[nodiscard]] std::optional<std::string> computed_by_program(const std::vector<std::string>& words);

/// What bc prints of the one line that it is given; likewise.
[[nodiscard]] std::optional<std::string> computed_by_bc(const std::vector<std::string>& words, std::string_view text);

}  // namespace shardscope
