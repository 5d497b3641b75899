// Which configurations a program that a script runs, in Python or Perl, writes by its own code or its options. In: its
// words and code, which isn't run. Out: the files' names; what they say then isn't known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/shell/shell.h"

namespace shardscope {

/// Whether a launch may read it as its configuration.
[[nodiscard]] bool may_be_configuration(std::string_view path);

/// The words from the program on that a launcher, a container or the like starts: srun -n1 python …, uv run make.py;
/// those of a training's launcher stay.
[[nodiscard]] ShellWords started_by(const ShellWords& words);

/// python, python3.10, perl, …, or a program in Python by itself.
[[nodiscard]] bool is_interpreter(const ShellWords& words);

/// Whether the words name the file, in a word of their own or within code.
[[nodiscard]] bool names_file(const ShellWords& words, std::string_view file);

/// Whether a command that names the file is known to leave it as it is: cat, grep, cp of it to elsewhere.
[[nodiscard]] bool leaves_file(const ShellWords& words, std::string_view file);

/// What code does to configurations: those that it names where it writes, of which it opens to write where it says so.
struct WrittenFiles {
  std::vector<std::string> named;
  bool writes = false;  // something that it doesn't name

  bool operator==(const WrittenFiles&) const = default;
};
[[nodiscard]] WrittenFiles files_written_by(std::string_view with_comments);

/// What a program is told to write: behind --out, --save-config and the like, or behind their =.
[[nodiscard]] std::vector<std::string> files_told_to_write(const ShellWords& words);

}  // namespace shardscope
