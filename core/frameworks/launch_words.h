// The launch command among a script's commands: its flags with their values, and the machines that it asks for.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/frameworks/read_flags.h"
#include "core/frameworks/shell.h"

namespace shardscope {

struct LaunchWords {
  const LaunchFramework* framework = nullptr;  // whose flags most of them are
  std::vector<GivenFlag> flags;
  std::vector<Problem> problems;  // a value that is missing or can't be known
  std::vector<Problem> notices;
};

/// The last command with a framework's flags; where none has any, the script's arrays together, as when they alone were
/// pasted. `framework`: the one that is known already, or nullptr.
[[nodiscard]] LaunchWords launch_words(const ShellScript& script, std::span<const LaunchFramework> frameworks,
                                       const LaunchFramework* framework);

/// GPUs by torchrun's and Slurm's options, else by the script's variables; and CUDA_DEVICE_MAX_CONNECTIONS.
[[nodiscard]] LaunchWorld world_of(const ShellScript& script);

/// Whether a word of the text is a flag of a framework, or nearly one.
[[nodiscard]] bool mentions_flag(std::string_view text, std::span<const LaunchFramework> frameworks);

}  // namespace shardscope
