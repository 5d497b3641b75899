// What read and mapfile take from a text that is given to them, by <<<, a here-document or a file. In: the command as
// it is written, and the text. Out: the variables that they set.
#pragma once

#include <optional>
#include <string>

#include "core/shell/shell_state.h"

namespace shardscope {

/// NAME of read -r -d '' NAME, which reads to the end; empty of a read that takes a line, or of several names.
[[nodiscard]] std::string takes_all(const shell_tree::Simple& simple);

/// read -a NAME
[[nodiscard]] bool reads_array(const shell_tree::Simple& simple);

/// All of the text as the words of an array; one without a value where it has none.
[[nodiscard]] ShellWords words_read(ShellState& state, const shell_tree::Simple& simple, const ShellWord& text);

/// Its lines, without their ends; one without a value where it has none.
[[nodiscard]] ShellWords lines_of(const ShellWord& text);

/// read -r TP PP <<< "8 4", mapfile -t SIZES <<< "$ALL": what it sets; nothing of other commands.
void take_read(ShellState& state, const shell_tree::Simple& simple, const ShellWord& text);

/// What comes to a command by a here-document or behind <<<.
[[nodiscard]] std::optional<ShellWord> given_to(ShellState& state, const shell_tree::Command& command);

/// while read … with the lines that it is given, one a round.
struct LinesRead {
  const shell_tree::Simple* read = nullptr;
  ShellWords lines;
};

/// Nothing of other loops, and where only a run knows the text.
[[nodiscard]] std::optional<LinesRead> lines_read(ShellState& state, const shell_tree::While& loop,
                                                  const shell_tree::Command& command);

}  // namespace shardscope
