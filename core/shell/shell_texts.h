// The texts that a script has to do with: other scripts that its commands name, and files that it makes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/shell/shell.h"

namespace shardscope {

/// Whether it starts a program on many machines or GPUs, which may be a script: srun, torchrun.
[[nodiscard]] bool is_starter(std::string_view command);

/// Where in a command the script stands that it reads in or calls: source env.sh, bash -x train.sh 8, srun … train.sh,
/// torchrun --no-python bash train.sh; past the words where it names none.
[[nodiscard]] std::size_t place_of_script(const ShellWords& words);

/// Where the code stands that a shell in the command reads (bash -c '…'); past the words where none does.
[[nodiscard]] std::size_t place_of_code(const ShellWords& words);

/// The script's path; empty where it can't be known. What only a run knows at its start is the folder of the script.
[[nodiscard]] std::string path_of_script(const ShellWords& words);

/// The same of a script that this one made before, by a name that says alike what has no value in it; empty of others.
[[nodiscard]] std::string path_of_made_script(const ShellScript& script, const ShellWords& words);

/// What a function or another script gets: none that is known where it gets all of the script's own, and those aren't.
[[nodiscard]] std::optional<ShellWords> arguments_from(ShellWords words);

/// The text, with what has no value in it as the script writes it.
[[nodiscard]] std::string rendered(const ShellWord& word);

}  // namespace shardscope
