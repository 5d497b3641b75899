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

/// python, python3.10, perl, …, also behind a launcher as in `uv run python`.
[[nodiscard]] bool is_interpreter(const ShellWords& words);

/// What code does to configurations: those that it names where it writes, of which it opens to write where it says so.
struct WrittenFiles {
  std::vector<std::string> named;
  bool writes = false;

  bool operator==(const WrittenFiles&) const = default;
};
[[nodiscard]] WrittenFiles files_written_by(std::string_view with_comments);

/// What a program is told to write: behind --out, --save-config and the like.
[[nodiscard]] std::vector<std::string> files_told_to_write(const ShellWords& words);

}  // namespace shardscope
