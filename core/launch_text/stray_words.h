// What a shell or a program would stumble over in a launch, and a reader passes over: lines that are cut off from their
// command, words that belong to no flag, dashes and blanks that only look like one.
#pragma once

#include <string_view>
#include <vector>

#include "core/launch_text/launch_words.h"

namespace shardscope {

/// A problem for each, with its line, and why. `text` is the script's. Where lines are cut off, those alone: what is
/// left over in the others follows from it.
[[nodiscard]] std::vector<Problem> stray_words(const ShellScript& script, std::string_view text,
                                               const LaunchWords& launch);

}  // namespace shardscope
