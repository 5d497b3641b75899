// Which of a script's commands launches: one choice, from which its flags, its configuration and its machines follow.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/base/problem.h"
#include "core/frameworks/framework.h"
#include "core/shell/shell.h"

namespace shardscope {

struct LaunchCommand {
  ShellWords words;                            // flattened; empty: none launches
  const LaunchFramework* framework = nullptr;  // whose flags most of them are; nullptr: nobody's
  bool pasted = false;                         // flags alone, without the program that takes them
  std::optional<Problem> others = {};          // launches that say something else, and aren't read
  std::size_t at = std::string::npos;          // its number among the script's commands; npos: it is none of them
};

/// The last of the commands that have most of a framework's flags, where those say the plan and none that names a
/// configuration has more of them; else the last that names one, those that start ranks before others; else the one
/// with flags, with most words that lie over a configuration, or the last that starts ranks. Where no command has
/// flags, the script's arrays together count as one, and where there is no program, all lines of flags together, as
/// when they alone were pasted. `framework`: the one that is known already, or nullptr.
[[nodiscard]] LaunchCommand launch_command(const ShellScript& script, std::span<const LaunchFramework> frameworks,
                                           const LaunchFramework* framework = nullptr);

/// The command with most of a framework's flags, whatever its form, where a variable names its configuration; no words
/// where none has any.
[[nodiscard]] LaunchCommand command_with_flags(const ShellScript& script, const LaunchFramework& framework);

/// Whether some of the framework's flags have names of a configuration's beside their own.
[[nodiscard]] bool reads_configuration(const LaunchFramework& framework);

}  // namespace shardscope
