// Where in a launch's text a flag stands, with its value: what an editor underlines.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/frameworks/read_flags.h"

namespace shardscope {

/// Bytes of a line, from 1; line 0: nowhere.
struct TextSpan {
  int line = 0;
  std::size_t begin = 0, end = 0;

  bool operator==(const TextSpan&) const = default;
};

/// A flag of a command line or a key of a configuration with its value. It is looked for in its own line, where that
/// is known, then in the whole text but for comments.
[[nodiscard]] TextSpan place_of_flag(const std::vector<std::string_view>& lines, const GivenFlag& given,
                                     const FlagSpec* spec);

/// The first word of the line that is called so, whatever of - and _ it has, from a column on; npos where none is.
[[nodiscard]] std::size_t find_flag_word(std::string_view line, std::string_view word, std::size_t from = 0);

/// Where a shell's word that begins there ends in the line.
[[nodiscard]] std::size_t shell_word_end(std::string_view line, std::size_t at);

/// Whether nothing of the line is read: a comment that is none for Slurm.
[[nodiscard]] bool is_comment_line(std::string_view line);

}  // namespace shardscope
