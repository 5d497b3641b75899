// What the tests of the shell's reader share: a script's commands in words.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "core/shell/shell.h"

namespace shardscope::tests {

/// "[run][8][?$A]": a command's words, with what is unknown in them.
inline std::string bracketed(const ShellWords& words) {
  std::string line;
  for (const ShellWord& word : words) line += "[" + word.text + (word.unknown.empty() ? "" : "?" + word.unknown) + "]";
  return line;
}

/// The words of the last command.
inline std::string last(std::string_view text) {
  const ShellScript script = read_shell(text);
  return script.commands.empty() ? std::string() : bracketed(script.commands.back());
}

/// What can't be read, a line a problem.
inline std::string problem_lines(const ShellScript& script) {
  std::string lines;
  for (const Problem& problem : script.problems) lines += where_words(problem) + ": " + words_of(problem) + "\n";
  return lines;
}

}  // namespace shardscope::tests
