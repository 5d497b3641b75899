// core/launch_text/elsewhere: the files that a launch reads and that aren't here.
// In: a script, or the paths that it names.
// Out: which of them matter, in words that say how to give them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/problem.h"
#include "core/shell/shell.h"

namespace shardscope {

/// Of scripts those that may say something of a launch, which a machine's own start files don't.
[[nodiscard]] std::vector<std::string> scripts_of_launch(std::vector<std::string> paths);

/// What has no value may be set in a script that it reads in, and that can be given.
[[nodiscard]] std::vector<Problem> with_scripts_elsewhere(std::vector<Problem> problems, const ShellScript& script);

/// That scripts which it reads in or calls aren't here, and how to give them; nothing where none says something.
[[nodiscard]] std::optional<Problem> scripts_elsewhere(const std::vector<std::string>& paths);

/// Why nothing may be in a script: "; it ends in line 2 …", "; what it reads isn't here …"; empty where neither holds.
[[nodiscard]] std::string why_nothing(const ShellScript& script);

}  // namespace shardscope
