// Numbers as people type them, in the window and after --set.
#pragma once

#include <optional>
#include <string_view>

namespace shardscope {

/// "25k", "13T", "60 M", "8,192", "1e6", "2.5": k, M, B or G, T and P are powers of a thousand. Nothing for anything
/// else, for infinity, and for text left over.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

}  // namespace shardscope
