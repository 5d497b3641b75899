// Numbers as people type them, in the window and after --set, and as messages have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope {

/// "25k", "13T", "60 M", "8,192", "1e6", "2.5": k, M, B or G, T and P are powers of a thousand. Nothing for anything
/// else, for infinity, and for text left over.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

/// "-12": decimal digits and nothing else.
[[nodiscard]] std::optional<std::int64_t> parse_whole(std::string_view text);

/// "2.5": as few digits as say the value exactly.
[[nodiscard]] std::string number_text(double value);

/// With so many digits that count, and its power as people write it: "2.18e25", "94.2".
[[nodiscard]] std::string short_number(double value, int digits);

}  // namespace shardscope
