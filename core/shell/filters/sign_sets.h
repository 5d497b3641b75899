// core/shell/filters: what a shell and its tools make of a text: patterns and regular expressions that fit it, escapes,
// and the commands that stand in a pipeline (cut, tr, sed, awk, jq, yq). In: text and words that are known. Out: text,
// or nothing where that can't be followed. All of it is bounded by the limits beside it.
//
// Sets of signs: [abc], [0-9], [^x], [[:digit:]], and POSIX's named classes by themselves.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <string_view>

namespace shardscope {

using SignSet = std::bitset<256>;

[[nodiscard]] constexpr std::size_t place_of_sign(char c) {
  return static_cast<unsigned char>(c);
}

/// Of "digit", "space" and the other ten of POSIX (9.3.5), in ASCII; nothing of another name.
[[nodiscard]] std::optional<SignSet> signs_called(std::string_view name);

struct BracketedSigns {
  SignSet signs;
  std::size_t end = 0;  // behind the ]
};

/// The brackets that the text has at `at`. In a glob [!x] is [^x], and \ takes the next sign as it is. Nothing where
/// they aren't closed, or hold what hangs on a language: [=a=], [.a.].
[[nodiscard]] std::optional<BracketedSigns> bracketed_at(std::string_view text, std::size_t at, bool glob);

}  // namespace shardscope
