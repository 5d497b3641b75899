// Words with their lines and what in them has no value, put together and taken apart.
#pragma once

#include <string_view>

#include "core/shell/shell.h"

namespace shardscope {

void put_text(ShellWord& word, std::string_view text, int line);
void put_word(ShellWord& word, ShellWord more);

/// The word, or the numbers of {1..3}.
void add_counted(ShellWords& words, ShellWord word);

/// What stands behind the word's first so many characters; what has no value before them is gone with them.
[[nodiscard]] ShellWord word_behind(ShellWord word, std::size_t begin);

/// As one word, with a blank between any two; of no words one without a line.
[[nodiscard]] ShellWord joined(ShellWords words);

/// What eval makes of its words: one text of them all, taken apart anew, with quotes and backslashes gone. As they are
/// where there is neither, and where a quote isn't closed.
[[nodiscard]] ShellWords read_again(ShellWords words);

}  // namespace shardscope
