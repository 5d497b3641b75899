// What a shell's [ ], [[ ]] and test say of words, as far as it can be known without running anything.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/shell/shell.h"

namespace shardscope {

struct ShellTruth {
  std::optional<bool> holds = true;  // none: known only when the script runs
  std::string depends = {};          // what it hangs on that isn't known here; empty: it is certain
  bool of_command = false;           // a command's success, which is taken for granted
  bool unset = false;                // it hangs on a name that isn't set, and so not on a default of the script's alone

  bool operator==(const ShellTruth&) const = default;
};

/// The words between the brackets. A name that nothing sets is empty, as in a bare environment, and is named in
/// `depends`; a file, or what a command prints, leaves it open.
/// `patterns`: what stands right of = is one, as in [[ ]].
[[nodiscard]] ShellTruth condition_of(std::span<const ShellWord> words, bool patterns = false);

namespace limits {
inline constexpr std::size_t shell_expression_work = 10'000;   // that a regular expression counts as
inline constexpr std::size_t expression_places_max = 200'000;  // of a text, that one is tried at
}  // namespace limits

/// Whether an extended regular expression (POSIX, 9.4) fits a part of the text; nothing where it has more than plain
/// signs, . [ ] ( ) | * + ? ^ and $, or takes more than is left of the work, in places of the text that are tried.
[[nodiscard]] std::optional<bool> fits_expression(std::string_view text, std::string_view expression,
                                                  std::size_t& work_left);
[[nodiscard]] inline std::optional<bool> fits_expression(std::string_view text, std::string_view expression) {
  std::size_t work_left = limits::expression_places_max;
  return fits_expression(text, expression, work_left);
}

/// A basic regular expression as an extended one: the same signs, with backslashes where the other has none.
[[nodiscard]] std::string extended_expression(std::string_view basic);

/// The pattern or the expression of the text itself, as what is quoted in [[ ]] is.
[[nodiscard]] std::string literal_pattern(std::string_view text);
[[nodiscard]] std::string literal_expression(std::string_view text);

/// What a word hangs on; empty where its text is certain.
[[nodiscard]] std::string doubt_of(const ShellWord& word);

/// Whether there is no saying what it is: not even that it is empty, as a name that nothing sets is.
[[nodiscard]] bool is_open(const ShellWord& word);

/// a and b; !a.
[[nodiscard]] ShellTruth both_hold(const ShellTruth& a, const ShellTruth& b);
[[nodiscard]] ShellTruth negated(ShellTruth truth);

/// Whether the unknown is a name or argument that the script doesn't set ("$TP", "$1"), and so is empty in a bare
/// environment.
[[nodiscard]] bool is_unset_name(const std::string& unknown);

/// The unknown as a reader has it in the script: "$SLURM_PROCID" of a variable that only the scheduler sets.
[[nodiscard]] std::string said_unknown(const std::string& unknown);

/// A shell's pattern: * any text, ? any character, [abc] one of them, [0-9] one of a range, [!x]
/// any other.
[[nodiscard]] bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace shardscope
