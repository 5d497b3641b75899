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
inline constexpr std::size_t shell_expression_work = 10'000;  // that a regular expression counts as
}  // namespace limits

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

}  // namespace shardscope
