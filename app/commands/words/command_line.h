// The command line as a value: its words are read once into one command, which `run` then carries out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/commands/words/commands.h"

namespace shardscope {

/// `arguments` without the program's name. Never exits and never prints.
[[nodiscard]] Command parse_command_line(std::vector<std::string> arguments, std::string_view version);

}  // namespace shardscope
