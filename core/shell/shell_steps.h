// What is asked of a script's steps before they run: what they would end, and whether they change anything.
#pragma once

#include <string>

#include "core/shell/shell_conditions.h"
#include "core/shell/shell_state.h"

namespace shardscope {

/// A command's name as far as it is text.
[[nodiscard]] std::string name_of(const shell_tree::Simple& simple);

/// Whether the commands by themselves, not a branch or loop within them, would end the script or the function.
[[nodiscard]] bool exits(const ShellState& state, const shell_tree::List& list);
[[nodiscard]] bool exits(const ShellState& state, const std::vector<shell_tree::Command>& commands);

/// Whether the step sets a variable somewhere, or has a flag.
[[nodiscard]] bool touches(const shell_tree::Step& step);

/// Which way a condition is taken: one that ends the script isn't, where that isn't certain.
[[nodiscard]] bool taken(const ShellTruth& truth, bool exits);

/// Whether a command has flags, which a launch has.
[[nodiscard]] bool has_flags(const ShellWords& words);

/// What a called script exports reaches the commands that it runs: those behind the first `before`, where one launches.
void keep_environment(ShellState& state, std::size_t before);

}  // namespace shardscope
