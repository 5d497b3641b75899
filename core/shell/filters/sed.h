// sed, as launch scripts use it: s, d, p and y behind a line's number or an expression.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

struct SedCall {
  std::vector<std::string> scripts, files;
  bool in_place = false, quiet = false, extended = false;
};

/// Of its words; nothing where an option isn't known.
[[nodiscard]] std::optional<SedCall> sed_call(const std::vector<std::string>& words);

/// The text as it leaves it; nothing where one of its commands isn't followed.
[[nodiscard]] std::optional<std::string> edited_by(const SedCall& call, std::string_view text, std::size_t& work_left);

/// ZERO_STAGE → 2 of "s/ZERO_STAGE/2/": what it puts in the place of plain words.
struct SedReplacement {
  std::string word, by;
};
[[nodiscard]] std::vector<SedReplacement> replacements_of(const SedCall& call);

}  // namespace shardscope
