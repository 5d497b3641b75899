// Braces that stand for several texts: a{b,c}, {1..4} (Bash manual, 3.5.1).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

struct BracesFound {
  std::size_t begin = 0, end = 0;  // of the braces, the end behind them
  std::vector<std::string> texts;
};

/// The text's first braces that stand for something; nothing where it has none, or they stand for too many.
[[nodiscard]] std::optional<BracesFound> first_braces(std::string_view text);

namespace limits {
inline constexpr std::size_t braces_texts_max = 1'000, braces_bytes_max = 4'096;
}  // namespace limits

}  // namespace shardscope
