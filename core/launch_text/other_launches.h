// A script that launches more than once: which of its launches is read, and by what the others differ from it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/frameworks/framework.h"
#include "core/shell/shell.h"

namespace shardscope {

/// A command that may be the launch, with as many of a framework's flags.
struct LaunchCandidate {
  const ShellWords* words;
  const LaunchFramework* framework;  // nullptr: it names its configuration, and whose flags it has isn't known yet
  std::ptrdiff_t known;
};

/// That there are launches which say something else than the chosen one, and of nearly as many flags; nothing where
/// there are none.
[[nodiscard]] std::optional<Problem> other_launches(std::span<const LaunchCandidate> all,
                                                    const LaunchCandidate& chosen);

}  // namespace shardscope
