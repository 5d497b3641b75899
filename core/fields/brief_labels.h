// Fields in the fewest words that say them, of heads and chips that have no room for their labels.
#pragma once

#include <string>
#include <string_view>

namespace shardscope {

/// "TP", "chunks", "micro-batch"; the field's label where it has nothing shorter.
[[nodiscard]] std::string_view brief_label(std::string_view path);
/// The same where it stands by itself: "Chunks".
[[nodiscard]] std::string brief_title(std::string_view path);

}  // namespace shardscope
