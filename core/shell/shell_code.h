// A word with parts that only a run of its script knows, as shell code: so it can stand in another script; and the
// variables that such code hangs on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/shell/shell.h"

namespace shardscope {

/// "\"$1/run\"", "$(hostname)"; text is quoted where a shell wants it, and what it becomes is split only where the
/// script's own is. Empty where the code isn't known or spans lines.
[[nodiscard]] std::string shell_code(const ShellWord& word);

/// A word as a shell reads it back: quoted where it has signs that a shell takes for its own.
[[nodiscard]] std::string shell_word(const std::string& text);

/// The names of variables in a shell's text: "NNODES" and "1" of "$NNODES ${1:-4}".
[[nodiscard]] std::vector<std::string> variables_in(std::string_view code);

}  // namespace shardscope
