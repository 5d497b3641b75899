// Commands that stand in a pipeline: cut, awk, tr, grep, sed, head, tail, wc, xargs, cat, jq and yq.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

namespace limits {
inline constexpr std::size_t filter_text_max = 262'144;  // of what comes out of one
}

using FilterWords = std::vector<std::string>;

/// What the command makes of the text that comes to it; nothing where it isn't followed, makes more than the limit, or
/// takes more than is left of the work.
[[nodiscard]] std::optional<std::string> filtered(const FilterWords& words, std::string text, std::size_t& work_left);

/// What grep looks for, in what comes to it.
struct Grep {
  std::string pattern;
  bool extended = false, fixed = false, any_case = false, whole = false, turned = false, quiet = false, only = false;
};

/// Nothing of one that reads files, or is asked for more than its lines.
[[nodiscard]] std::optional<Grep> grep_of(const FilterWords& words);

/// Whether it finds some; nothing where that isn't followed.
[[nodiscard]] std::optional<bool> finds(const Grep& grep, std::string_view text, std::size_t& work_left);

/// Without the end of the last.
[[nodiscard]] std::vector<std::string_view> lines_printed(std::string_view text);

}  // namespace shardscope
