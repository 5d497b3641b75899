// What a script's launch says: its flags with their values.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/frameworks/read_flags.h"
#include "core/launch_text/launch_command.h"
#include "core/shell/shell.h"

namespace shardscope {

struct LaunchWords {
  const LaunchFramework* framework = nullptr;  // whose flags most of them are
  std::vector<GivenFlag> flags;
  std::vector<Problem> problems;  // a value that is missing or can't be known
  std::vector<Problem> notices;   // words that only a run knows, and launches that aren't this one
  ShellWords command;             // the launch itself
  std::vector<GivenFlag> beside;  // what the launcher is given of the plan, by its name, and isn't known to have
  bool pasted = false;            // flags alone, without the program that takes them
};

/// What the launch's own words say.
[[nodiscard]] LaunchWords launch_words(const LaunchCommand& command, const ShellScript& script);

/// Whether the words, as flags alone, say how the model is split.
[[nodiscard]] bool says_split(const LaunchWords& words);

/// Of what the script takes from outside, what its launch's words hang on.
[[nodiscard]] std::vector<std::string> asked_by(const ShellScript& script, const ShellWords& launch);

/// Names that aren't given from outside and that the plan or the machines have the script's own default for.
[[nodiscard]] std::vector<std::string> defaults_in(const ShellWords& launch, const LaunchFramework* framework);

}  // namespace shardscope
