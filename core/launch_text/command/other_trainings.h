// A script's launches → those of another training (preferences, a reward) beside one that is read.
#pragma once

#include <optional>
#include <span>

#include "core/base/problem.h"
#include "core/frameworks/other_tools.h"
#include "core/shell/shell.h"

namespace shardscope {

/// Launches of another training (a preference's, a reward's) beside others that are none such: taken out, so that those
/// are read, with what is said of it; nothing where all are or none is.
[[nodiscard]] std::optional<Problem> take_out_other_trainings(ShellScript& script, std::span<const OtherTool> others);

}  // namespace shardscope
