// What an import says of what was given from outside: what the script took of it, what it would have taken too, and
// what nothing here takes.
#pragma once

#include <vector>

#include "core/launch_text/launch_text.h"

namespace shardscope {

/// A line each, and none where there is nothing to say: files that are read too; files, variables and arguments that
/// change nothing; what wasn't given and has a default in the script, which counts.
void say_outside(std::vector<Problem>& notices, const LaunchText& launch, const ShellOutside& outside);

}  // namespace shardscope
