// A command of the command line, asked for from Python by its words.
#pragma once

#include <string>
#include <vector>

#include "app/commands/words/commands.h"

namespace shardscope {

/// What the words ask for, from the command's name on; raises shardscope.UsageError where they are wrong.
[[nodiscard]] Command command_of_words(const std::vector<std::string>& words);

}  // namespace shardscope
