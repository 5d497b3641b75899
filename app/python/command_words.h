// A command of the command line, asked for from Python by its words.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/commands/words/commands.h"

namespace shardscope {

/// By an option's name, "--view" or "KIND", that of the function's argument, where it isn't called alike; by an empty
/// one the argument that is meant where no option is named.
using ArgumentNames = std::map<std::string, std::string>;

/// The problem as the function's: its path, where that is an option's name, is the argument's, virtual_stages.
[[nodiscard]] Problem of_argument(Problem problem, const ArgumentNames& called = {});

/// What the words ask for, from the command's name on; raises shardscope.UsageError where they are wrong.
[[nodiscard]] Command command_of_words(const std::vector<std::string>& words, const ArgumentNames& called = {});

}  // namespace shardscope
